import { sameJson, toJson } from '#contract/json.ts';
import type { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import { blocksSnapshot, exampleBlocks, homepagePaths } from '#machines/homepage/homepage.paths.ts';
import { sameAddress } from '#machines/homepage/homepage.operations.ts';
import type { HomepageAddress, HomepageContext } from '#machines/homepage/homepage.types.ts';
import { pathPlan } from '#machines/testing/path-plan.ts';
import type { PathRules, Situation } from '#machines/testing/paths.ts';

type Homepage = typeof homepageMachine;

/** The block "staff" once it is on the server. */
export const staffOnServer = '77';

const [loading = [], , , , addresses = [], dialogs = [], conflicts = []] = homepagePaths.rounds ?? [];
const [done] = loading;
if (done === undefined) throw new Error('nothing is loaded');
const moveUp = { type: 'move.requested', id: 'staff', by: 'up' } as const;
const saved = { type: 'mutation.finished', changeId: 1, result: { kind: 'saved', blockId: null, appendedAt: 15 } } as const;
const undone = [{ type: 'undo.requested' }, { type: 'redo.requested' }, { type: 'step.undone', stepId: 1 }] as const;
const goTo = (address: HomepageAddress) => ({ type: 'address.changed', address }) as const;
const withoutStaff = {
  type: 'stored.changed',
  snapshot: blocksSnapshot({ blocks: exampleBlocks.filter(({ id }) => id !== 'staff'), readAt: 20 }),
} as const;

const moving = [
  done,
  { type: 'block.lifted', id: 'staff', by: 'keyboard' },
  { type: 'block.lifted', id: 'staff', by: 'pointer' },
  { type: 'block.movedOver', overId: 'map' },
  moveUp,
  { type: 'block.dropped' },
  { type: 'block.dropCancelled' },
  withoutStaff,
] as const;
const changing = [
  done,
  moveUp,
  { type: 'visibility.toggled', id: 'staff' },
  { type: 'duplicate.requested', id: 'staff' },
  { type: 'copy.requested', id: 'text', toWebsiteId: '6', toName: 'South' },
  saved,
  { ...saved, result: { kind: 'refused', message: 'No.', fields: {} } },
  ...undone,
  { type: 'block.hovered', id: 'staff' },
  { type: 'block.selected', id: 'staff' },
] as const;
const panels = [
  done,
  moveUp,
  saved,
  ...undone,
  goTo({ kind: 'block', blockId: 'staff' }),
  goTo({ kind: 'block', blockId: 'map' }),
  goTo({ kind: 'list' }),
  { type: 'editor.saved', blockId: 'staff', before: { enabled: true, settings: [] }, after: { enabled: false, settings: [] } },
  withoutStaff,
] as const;
/** The server has given a block that was made here its id. */
const numbered = {
  type: 'stored.changed',
  snapshot: blocksSnapshot({
    blocks: exampleBlocks.map((block) => (block.id === 'staff' ? { ...block, id: staffOnServer } : block)),
    idMap: { staff: staffOnServer },
    readAt: 20,
  }),
} as const;
const rounds = [loading, moving, changing, panels, addresses, [...dialogs, numbered], conflicts];

/** As the plan for Node, with the events that the page's controls send. */
export const homepagePagePlan = pathPlan<Homepage>({
  ...homepagePaths,
  inputs: [
    { websiteId: '5', address: { kind: 'list' }, remembered: null },
    { websiteId: '5', address: { kind: 'list' }, remembered: blocksSnapshot() },
  ],
  events: [...new Set(rounds.flat())],
  rounds,
  distinguish: (context) => [
    homepagePaths.distinguish?.(context) ?? null,
    context.lifted?.by ?? null,
    context.history.past.at(-1)?.kind ?? null,
    context.history.future.at(-1)?.kind ?? null,
    hasToast(context),
    Math.min(underWay(context), 2),
  ],
});

const underWay = ({ changes }: HomepageContext): number => changes.filter(({ appendedAt }) => appendedAt === null).length;
/** The toast of the first move, which has a button Undo. */
const hasToast = ({ lastId, history, changes }: HomepageContext): boolean =>
  lastId === 1 &&
  history.past.some(({ id, kind }) => id === 1 && kind === 'order') &&
  changes.every(({ appendedAt }) => appendedAt !== null);

/** Whether its control is on the page. */
function isPossible(now: Situation<Homepage>, event: { readonly type: string }): boolean {
  const { context } = now;
  const hasDialog = now.matches({ ready: { dialog: 'adding' } }) || now.matches({ ready: { dialog: 'deleting' } });
  const inList = now.matches({ ready: { panel: 'listing' } }) && !hasDialog;
  const inEditor = now.matches({ ready: { panel: 'editing' } }) && !hasDialog;
  const isListed = (id: string) => context.snapshot?.blocks.some((block) => block.id === id) === true;
  const { past, future } = context.history;
  switch (event.type) {
    case 'block.movedOver':
      return context.lifted?.by === 'pointer';
    case 'move.requested':
      return inList && context.lifted?.by !== 'pointer';
    case 'stored.changed':
      if (event === numbered) return context.open?.blockId === 'staff' && now.matches({ ready: { dialog: 'deleting' } });
      // The mouse would hold what is no longer there.
      return context.lifted?.by !== 'pointer';
    case 'visibility.toggled':
    case 'duplicate.requested':
    case 'copy.requested':
    case 'block.hovered':
    case 'block.selected':
      return inList;
    case 'mutation.finished':
      return underWay(context) === 1;
    case 'step.undone':
      return hasToast(context) && !hasDialog;
    // In an editor, the steps of its form come first, and its saves are among them.
    case 'undo.requested':
      return inList || (inEditor && past.at(-1)?.kind !== 'settings');
    case 'redo.requested':
      return inList || (inEditor && future.at(-1)?.kind !== 'settings');
    case 'editor.saved':
      return inEditor && context.open?.blockId === 'staff' && isListed('staff') && past.length === 0 && future.length === 0;
    case 'delete.requested':
      return isListed('staff') && (inList || (inEditor && context.open?.blockId === 'staff'));
    case 'address.changed':
      return !('address' in event) || !sameJson(toJson(event.address), toJson(context.address));
    case 'xstate.error.actor.watchBlocks':
      return !context.watchLost;
    default:
      return true;
  }
}

export const homepageRules: PathRules<Homepage> = {
  isPossible,
  // Where the chart changes its address, the router follows, and says so.
  alsoSent(before, { type }, after) {
    const { address } = after.context;
    return type === 'address.changed' || sameAddress(before.context.address, address) ? [] : [goTo(address)];
  },
};
