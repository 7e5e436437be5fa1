import type { BlocksSnapshot, BlockSubmitted, ToastContent } from '../ports.ts';
import type { StartedFake } from '../testing/fake-actors.ts';
import { startMachine } from '../testing/start-machine.ts';
import { homepageMachine } from './homepage.machine.ts';
import { snapshotOf } from './homepage.paths.ts';
import type { HomepageAddress } from './homepage.types.ts';
import { homepageView } from './homepage.view.ts';

/** The homepage, loaded, with short names for what a person does. For tests. */
export async function openHomepage(snapshot: BlocksSnapshot = snapshotOf()) {
  const run = startMachine(homepageMachine, { websiteId: '5' });
  await run.answer('loadBlocks', { kind: 'loaded', snapshot });
  const toasts: ToastContent[] = [];
  run.actor.on('toast', ({ toast }) => toasts.push(toast));
  const view = () => homepageView(run.actor.getSnapshot());
  const submissions = (): readonly StartedFake[] => run.fakes.started.filter(({ name }) => name === 'submission');
  return {
    ...run,
    view,
    submissions,
    /** The ids of the rows, from the top. */
    ids: () => view().rows.map((row) => row.id),
    row: (id: string) => {
      const found = view().rows.find((row) => row.id === id);
      if (!found) throw new Error(`no row ${id} is shown`);
      return found;
    },
    said: () => view().announcement.text,
    /** By a link, Back or Forward. */
    go: (address: HomepageAddress) => run.actor.send({ type: 'address.changed', address }),
    toasts: (): readonly ToastContent[] => toasts,
    hear: (more: Partial<BlocksSnapshot>) => run.actor.send({ type: 'stored.changed', snapshot: snapshotOf(more) }),
    drag: (id: string, overId: string) => {
      run.actor.send({ type: 'block.lifted', id, by: 'pointer' });
      run.actor.send({ type: 'block.movedOver', overId });
      run.actor.send({ type: 'block.dropped' });
    },
    /** The number of the last submission, and what it sends. */
    sent: () => submissions().at(-1)?.input,
    /** Answers the last submission. */
    settle: (submitted: BlockSubmitted) => {
      const { turn } = run.actor.getSnapshot().context;
      run.actor.send({ type: 'submission.settled', turn, submitted });
    },
  };
}

/** Taken, by the server or by the queue. */
export function taken(kind: 'saved' | 'kept', blockId: string | null = null, appendedAt = 15): BlockSubmitted {
  return kind === 'saved' ? { kind, blockId, appendedAt } : { kind, blockId, appendedAt, reason: { kind: 'offline' } };
}

export function refusedChange(message: string): BlockSubmitted {
  return { kind: 'refused', message, fields: {} };
}
