import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, setEnabled } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import type { BlockMutationInput } from '../block-mutation/block-mutation.machine.ts';
import type { BlockChange, BlocksSnapshot } from '../block-ports.ts';
import { openHomepage, refusedResult, blocksSnapshot, storedResult } from './homepage.paths.ts';

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

/** The client store as it should be: the outbox applied to the server state, in the order of appending. */
class Store {
  now = 100;
  private server: readonly Block[] = start;
  private outbox: { readonly changeId: number; readonly change: BlockChange; readonly appendedAt: number }[] = [];
  private appended = 0;

  /** Appends what the machine has submitted since. */
  append(run: Run): void {
    for (const { input } of run.mutations().slice(this.appended)) {
      this.now += 1;
      const { change, changeId } = input as BlockMutationInput;
      this.outbox.push({ changeId, change, appendedAt: this.now });
      this.appended += 1;
    }
  }

  blocks(): readonly Block[] {
    return this.outbox.reduce((blocks, { change }) => applied(blocks, change), this.server);
  }

  read(): BlocksSnapshot {
    this.now += 1;
    return blocksSnapshot({ blocks: this.blocks(), readAt: this.now });
  }

  /** The server answers the oldest; false where the outbox is empty. */
  answer(run: Run, accepts: boolean): boolean {
    const entry = this.outbox.shift();
    if (!entry) return false;
    if (accepts) this.server = applied(this.server, entry.change);
    const result = accepts ? storedResult('saved', null, entry.appendedAt) : refusedResult('No.');
    run.actor.send({ type: 'mutation.finished', changeId: entry.changeId, result });
    return true;
  }
}

function applied(blocks: readonly Block[], change: BlockChange): readonly Block[] {
  if (change.kind === 'order') return inOrder(blocks, change.order);
  return change.kind === 'show' ? setEnabled(blocks, change.blockId, change.enabled) : blocks;
}

const block = fc.nat(size - 1).map((at) => `b${at}`);
const programs = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('drag' as const), id: block, overId: block }),
    fc.record({ kind: fc.constant('move' as const), id: block, by: fc.constantFrom('up' as const, 'down' as const) }),
    fc.record({ kind: fc.constant('toggle' as const), id: block }),
    fc.constant({ kind: 'undo' as const }),
    fc.constant({ kind: 'redo' as const }),
    fc.constant({ kind: 'read' as const }),
    fc.record({ kind: fc.constant('late' as const), back: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ kind: fc.constant('answer' as const), accepts: fc.boolean() }),
  ),
  { maxLength: 50, size: 'max' },
);

const labelsOf = (blocks: readonly Block[]) => blocks.map(({ id, enabled }) => `${id}${enabled === false ? ' hidden' : ''}`);

describe('whatever happens', () => {
  it.each([
    ['accepted', true],
    ['accepted or rejected', false],
  ] as const)(
    'to changes that are %s, the list is what the store has in the end, and locked blocks keep their places',
    async (_, always) => {
      await fc.assert(
        fc.asyncProperty(programs, async (sequence) => {
          const store = new Store();
          const run = await openHomepage(blocksSnapshot({ blocks: start, readAt: 1 }));
          const { actor } = run;
          const readings: BlocksSnapshot[] = [];
          const receive = (snapshot: BlocksSnapshot | undefined) => snapshot && actor.send({ type: 'stored.changed', snapshot });
          const visible = () => labelsOf(run.view().blocks);
          for (const action of sequence) {
            if (action.kind === 'drag') run.drag(action.id, action.overId);
            else if (action.kind === 'move') actor.send({ type: 'move.requested', id: action.id, by: action.by });
            else if (action.kind === 'toggle') actor.send({ type: 'visibility.toggled', id: action.id });
            else if (action.kind === 'undo') actor.send({ type: 'undo.requested' });
            else if (action.kind === 'redo') actor.send({ type: 'redo.requested' });
            else if (action.kind === 'answer') store.answer(run, always || action.accepts);
            else if (action.kind === 'read') receive(store.read());
            else receive(readings.at(-action.back));
            store.append(run);
            readings.push(store.read());
            if (always) expect(visible(), 'nothing flickers').toEqual(labelsOf(store.blocks()));
            for (const at of locked) expect(run.view().blocks[at]?.id).toBe(`b${at}`);
            expect(new Set(run.view().blocks.map(({ priority }) => priority)).size).toBe(size);
          }
          for (let open = true; open; ) open = store.answer(run, true);
          receive(store.read());
          expect(visible()).toEqual(labelsOf(store.blocks()));
          expect(actor.getSnapshot().context.changes).toEqual([]);
          actor.stop();
        }),
        { numRuns: 150 },
      );
    },
  );
});
