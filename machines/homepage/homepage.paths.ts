import type { Block } from '#contract/entities/block.ts';
import type { BlockAddOutput } from '../block-add/block-add.machine.ts';
import type { DeleteOutput } from '../delete-confirm/delete-confirm.machine.ts';
import type { BlocksLoaded, BlocksSnapshot, BlockSaveResult } from '../block-ports.ts';
import type { ToastContent } from '../ports.ts';
import type { StartedFake } from '../testing/fake-actors.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { startMachine } from '../testing/start-machine.ts';
import { homepageMachine } from './homepage.machine.ts';
import type { HomepageAddress } from './homepage.types.ts';
import { homepageView } from './homepage.view.ts';

const fixed = { static: true, enabled: null } as const;

/** From the top: locked blocks at both ends, a hidden one, and one with settings. */
export const exampleBlocks: readonly Block[] = [
  { id: 'cover', key: 'cover', label: 'Cover', priority: 1, ...fixed, settings: [] },
  {
    id: 'text',
    key: 'text_block',
    label: 'Text',
    priority: 2,
    static: false,
    enabled: true,
    settings: [
      { key: 'heading_content', label: 'Content', type: 'heading', priority: 50, default: null, value: null },
      { key: 'title', label: 'Title', type: 'text', priority: 40, default: '', value: ['Hello'] },
      { key: 'menu', label: 'Menu', type: 'menu', priority: 30, default: null, value: ['3'] },
    ],
  },
  { id: 'staff', key: 'staff', label: 'Staff', priority: 3, static: false, enabled: true, settings: [] },
  { id: 'map', key: 'map', label: 'Map', priority: 4, static: false, enabled: false, settings: [] },
  { id: 'footer', key: 'footer', label: 'Footer', priority: 5, ...fixed, settings: [] },
];

/** A snapshot of the store; the later `readAt`, the newer. */
export function blocksSnapshot(more: Partial<BlocksSnapshot> = {}): BlocksSnapshot {
  return {
    theme: 'byron',
    blocks: exampleBlocks,
    pendingBlocks: {},
    showConflicts: {},
    order: null,
    idMap: {},
    fetchedAt: 1000,
    readAt: 10,
    ...more,
  };
}

const failed = new Error('broken');
const video: Block = { id: 'new', key: 'video', label: 'Video', priority: 5, static: false, enabled: true, settings: [] };
const without = (id: string) => blocksSnapshot({ blocks: exampleBlocks.filter((block) => block.id !== id), readAt: 20 });
const loaded: BlocksLoaded = { kind: 'loaded', snapshot: blocksSnapshot() };
const done = { type: 'xstate.done.actor.loadBlocks', output: loaded } as const;
const saved: BlockSaveResult = { kind: 'saved', blockId: 'new', appendedAt: 15 };
const added: BlockAddOutput = { kind: 'added', blockId: 'new', key: 'video', label: 'Video', pending: null, problem: null, appendedAt: 15 };
const deleted: DeleteOutput = { kind: 'deleted', id: 'staff', pending: null, appendedAt: 15, focusAfter: 'map' };
const cancelled = { kind: 'cancelled' } as const;

const loading = [
  done,
  { type: 'xstate.done.actor.loadBlocks', output: { kind: 'failed', code: 'offlineNeverLoaded', message: '' } },
  { type: 'xstate.done.actor.loadBlocks', output: { kind: 'failed', code: 'unknown', message: 'Broken.' } },
  { type: 'xstate.done.actor.loadBlocks', output: { kind: 'failed', code: 'notFound', message: 'Gone.' } },
  { type: 'xstate.error.actor.loadBlocks', error: failed },
  { type: 'retry.requested' },
  { type: 'connection.restored' },
  { type: 'xstate.error.actor.watchBlocks', error: failed },
] as const;

const moving = [
  done,
  { type: 'block.lifted', id: 'staff', by: 'keyboard' },
  { type: 'block.lifted', id: 'cover', by: 'pointer' },
  { type: 'block.movedOver', overId: 'map' },
  { type: 'block.movedOver', overId: 'cover' },
  { type: 'move.requested', id: 'staff', by: 'up' },
  { type: 'block.dropped' },
  { type: 'block.dropCancelled' },
  { type: 'stored.changed', snapshot: without('staff') },
  { type: 'stored.changed', snapshot: blocksSnapshot({ readAt: 30 }) },
] as const;

const changing = [
  done,
  { type: 'move.requested', id: 'staff', by: 'up' },
  { type: 'move.requested', id: 'map', by: 'down' },
  { type: 'visibility.toggled', id: 'staff' },
  { type: 'visibility.toggled', id: 'cover' },
  { type: 'duplicate.requested', id: 'staff' },
  { type: 'copy.requested', id: 'text', toWebsiteId: '6', toName: 'South' },
  { type: 'editor.saved', blockId: 'staff', before: { enabled: true, settings: [] }, after: { enabled: false, settings: [] } },
  { type: 'mutation.finished', changeId: 1, result: saved },
  { type: 'mutation.finished', changeId: 1, result: { kind: 'refused', message: 'No.', fields: {} } },
  { type: 'undo.requested' },
  { type: 'redo.requested' },
  { type: 'step.undone', stepId: 1 },
] as const;

const panels = [
  done,
  { type: 'address.changed', address: { kind: 'block', blockId: 'staff' } },
  { type: 'address.changed', address: { kind: 'block', blockId: 'map' } },
  { type: 'address.changed', address: { kind: 'list' } },
  { type: 'block.hovered', id: 'staff' },
  { type: 'block.selected', id: 'staff' },
  { type: 'step.undone', stepId: 1 },
  { type: 'editor.saved', blockId: 'staff', before: { enabled: true, settings: [] }, after: { enabled: false, settings: [] } },
  { type: 'undo.requested' },
  { type: 'redo.requested' },
  { type: 'stored.changed', snapshot: without('staff') },
] as const;

const addresses = [
  done,
  panels[3],
  { type: 'address.changed', address: { kind: 'block', blockId: 'unknown' } },
  { type: 'stored.changed', snapshot: blocksSnapshot({ blocks: [...exampleBlocks, { ...video, id: 'unknown' }], readAt: 20 }) },
  { type: 'xstate.done.actor.refreshBlocks', output: { kind: 'loaded', snapshot: blocksSnapshot({ readAt: 15 }) } },
  { type: 'xstate.done.actor.refreshBlocks', output: { kind: 'failed', code: 'offlineNeverLoaded', message: '' } },
  { type: 'xstate.error.actor.refreshBlocks', error: failed },
  { type: 'connection.restored' },
] as const;

const dialogs = [
  done,
  panels[1],
  panels[3],
  { type: 'address.changed', address: { kind: 'add' } },
  { type: 'stored.changed', snapshot: blocksSnapshot({ theme: 'minimal', readAt: 20 }) },
  { type: 'delete.requested', id: 'staff' },
  { type: 'delete.requested', id: 'cover' },
  { type: 'xstate.done.actor.addBlock', output: added },
  { type: 'xstate.done.actor.addBlock', output: cancelled },
  { type: 'xstate.error.actor.addBlock', error: failed },
  { type: 'xstate.done.actor.confirmDelete', output: deleted },
  { type: 'xstate.done.actor.confirmDelete', output: cancelled },
  { type: 'xstate.error.actor.confirmDelete', error: failed },
] as const;

const inConflict = blocksSnapshot({ showConflicts: { staff: { opId: 'op', mine: false, theirs: true } }, readAt: 20 });

const conflicts = [
  done,
  { type: 'stored.changed', snapshot: inConflict },
  { type: 'conflict.chosen', id: 'staff', side: 'mine' },
  { type: 'conflict.chosen', id: 'map', side: 'mine' },
  { type: 'xstate.done.actor.resolveConflicts', output: undefined },
  { type: 'xstate.error.actor.resolveConflicts', error: failed },
] as const;

export const homepagePaths = pathPlan({
  machine: homepageMachine,
  inputs: [{ websiteId: '5' }, { websiteId: '5', remembered: blocksSnapshot() }],
  events: [...new Set([...loading, ...moving, ...changing, ...panels, ...addresses, ...dialogs, ...conflicts])],
  rounds: [loading, moving, changing, panels, addresses, dialogs, conflicts],
  distinguish: ({ address, changes, history, lifted, loadFailure, open, snapshot, watchLost }) => [
    address,
    loadFailure?.code ?? null,
    snapshot?.theme ?? null,
    watchLost,
    lifted?.overId ?? null,
    open?.blockId ?? null,
    (snapshot?.blocks ?? []).length,
    Object.keys(snapshot?.showConflicts ?? {}),
    // What is under way, as far as the events of the plan answer it.
    changes.some(({ appendedAt, id }) => appendedAt === null && id === 1),
    changes.some(({ change }) => change.kind === 'create'),
    history.past.length > 0,
    history.future.length > 0,
  ],
});

/** A loaded homepage, with short names for what a person does. For tests. */
export async function openHomepage(snapshot: BlocksSnapshot = blocksSnapshot()) {
  const run = startMachine(homepageMachine, { websiteId: '5' });
  await run.answer('loadBlocks', { kind: 'loaded', snapshot });
  const toasts: ToastContent[] = [];
  run.actor.on('toast', ({ toast }) => toasts.push(toast));
  const view = () => homepageView(run.actor.getSnapshot());
  const mutations = (): readonly StartedFake[] => run.fakes.started.filter(({ name }) => name === 'mutation');
  return {
    ...run,
    view,
    mutations,
    /** The ids of the rows, from the top. */
    ids: () => view().rows.map((row) => row.id),
    row: (id: string) => {
      const found = view().rows.find((row) => row.id === id);
      if (!found) throw new Error(`no row ${id} is shown`);
      return found;
    },
    announced: () => view().announcement.text,
    /** By a link, Back or Forward. */
    go: (address: HomepageAddress) => run.actor.send({ type: 'address.changed', address }),
    toasts: (): readonly ToastContent[] => toasts,
    /** The store sends a snapshot. */
    receive: (more: Partial<BlocksSnapshot>) => run.actor.send({ type: 'stored.changed', snapshot: blocksSnapshot(more) }),
    drag: (id: string, overId: string) => {
      run.actor.send({ type: 'block.lifted', id, by: 'pointer' });
      run.actor.send({ type: 'block.movedOver', overId });
      run.actor.send({ type: 'block.dropped' });
    },
    /** The input of the last mutation. */
    sent: () => mutations().at(-1)?.input,
    /** Ends the last mutation. */
    finish: (result: BlockSaveResult) => {
      const { lastId } = run.actor.getSnapshot().context;
      run.actor.send({ type: 'mutation.finished', changeId: lastId, result });
    },
  };
}

/** The result of a change that is stored, on the server or on this device. */
export function storedResult(kind: 'saved' | 'pending', blockId: string | null = null, appendedAt = 15): BlockSaveResult {
  return kind === 'saved' ? { kind, blockId, appendedAt } : { kind, blockId, appendedAt, reason: { kind: 'offline' } };
}

export function refusedResult(message: string): BlockSaveResult {
  return { kind: 'refused', message, fields: {} };
}
