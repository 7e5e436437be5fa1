import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, setEnabled } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import type { BlockChange, BlocksSnapshot, BlockSubmission } from '../ports.ts';
import { openHomepage, refusedChange, taken } from './homepage.opened.ts';
import { snapshotOf } from './homepage.paths.ts';

type Run = Awaited<ReturnType<typeof openHomepage>>;

const size = 12;
const locked = new Set([0, 5, size - 1]);
const start: readonly Block[] = Array.from({ length: size }, (_, at) => ({
  id: `b${at}`,
  key: at === size - 1 ? 'footer' : 'text_block',
  label: `Block ${at}`,
  priority: at + 1,
  static: locked.has(at),
  enabled: locked.has(at) ? null : true,
  settings: [],
}));

/** The device store as it is promised to be: the queue laid over the server's word, in the order of appending. */
class Store {
  now = 100;
  private server: readonly Block[] = start;
  private queue: { readonly turn: number; readonly change: BlockChange; readonly appendedAt: number }[] = [];
  private heardOf = 0;

  /** Appends what the machine has submitted since. */
  append(run: Run): void {
    for (const { input } of run.submissions().slice(this.heardOf)) {
      this.now += 1;
      const { change, turn } = input as BlockSubmission & { turn: number };
      this.queue.push({ turn, change, appendedAt: this.now });
      this.heardOf += 1;
    }
  }

  blocks(): readonly Block[] {
    return this.queue.reduce((blocks, { change }) => applied(blocks, change), this.server);
  }

  read(): BlocksSnapshot {
    this.now += 1;
    return snapshotOf({ blocks: this.blocks(), readAt: this.now });
  }

  /** The server answers the oldest; false where nothing waits. */
  answer(run: Run, takes: boolean): boolean {
    const row = this.queue.shift();
    if (!row) return false;
    if (takes) this.server = applied(this.server, row.change);
    const submitted = takes ? taken('saved', null, row.appendedAt) : refusedChange('No.');
    run.actor.send({ type: 'submission.settled', turn: row.turn, submitted });
    return true;
  }
}

function applied(blocks: readonly Block[], change: BlockChange): readonly Block[] {
  if (change.kind === 'order') return inOrder(blocks, change.order);
  return change.kind === 'show' ? setEnabled(blocks, change.blockId, change.enabled) : blocks;
}

const block = fc.nat(size - 1).map((at) => `b${at}`);
const happenings = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('drag' as const), id: block, overId: block }),
    fc.record({ kind: fc.constant('move' as const), id: block, by: fc.constantFrom('up' as const, 'down' as const) }),
    fc.record({ kind: fc.constant('toggle' as const), id: block }),
    fc.constant({ kind: 'undo' as const }),
    fc.constant({ kind: 'redo' as const }),
    fc.constant({ kind: 'read' as const }),
    fc.record({ kind: fc.constant('late' as const), back: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant('answer' as const), takes: fc.boolean() }),
  ),
  { maxLength: 50, size: 'max' },
);

const words = (blocks: readonly Block[]) => blocks.map(({ id, enabled }) => `${id}${enabled === false ? ' hidden' : ''}`);

describe('whatever happens', () => {
  it.each([
    ['taken', true],
    ['taken or refused', false],
  ] as const)(
    'to changes that are %s, the list is what the store has in the end, and locked blocks keep their places',
    async (_, always) => {
      await fc.assert(
        fc.asyncProperty(happenings, async (sequence) => {
          const store = new Store();
          const run = await openHomepage(snapshotOf({ blocks: start, readAt: 1 }));
          const { actor } = run;
          const readings: BlocksSnapshot[] = [];
          const hear = (snapshot: BlocksSnapshot | undefined) => snapshot && actor.send({ type: 'stored.changed', snapshot });
          const shown = () => words(run.view().blocks);
          for (const happening of sequence) {
            if (happening.kind === 'drag') run.drag(happening.id, happening.overId);
            else if (happening.kind === 'move') actor.send({ type: 'move.requested', id: happening.id, by: happening.by });
            else if (happening.kind === 'toggle') actor.send({ type: 'visibility.toggled', id: happening.id });
            else if (happening.kind === 'undo') actor.send({ type: 'undo.requested' });
            else if (happening.kind === 'redo') actor.send({ type: 'redo.requested' });
            else if (happening.kind === 'answer') store.answer(run, always || happening.takes);
            else if (happening.kind === 'read') hear(store.read());
            else hear(readings.at(-happening.back));
            store.append(run);
            readings.push(store.read());
            if (always) expect(shown(), 'nothing flickers').toEqual(words(store.blocks()));
            for (const at of locked) expect(run.view().blocks[at]?.id).toBe(`b${at}`);
            expect(new Set(run.view().blocks.map(({ priority }) => priority)).size).toBe(size);
          }
          for (let open = true; open; ) open = store.answer(run, true);
          hear(store.read());
          expect(shown()).toEqual(words(store.blocks()));
          expect(actor.getSnapshot().context.changes).toEqual([]);
          actor.stop();
        }),
        { numRuns: 150 },
      );
    },
  );
});
