import type { SnapshotFrom } from 'xstate';
import { canDeleteBlocks } from '#contract/blocks/catalogue.ts';
import { listedBlocks } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import { describePending } from '../save-words.ts';
import { canAdd, cannotCopy, cannotDelete, cannotDuplicate, lockOf, shownBlocks } from './homepage.blocks.ts';
import { isMaking } from './homepage.doing.ts';
import type { homepageMachine } from './homepage.machine.ts';
import { stepLabel } from './homepage.steps.ts';
import type { HomepageContext, RecordedStep } from './homepage.types.ts';
import type { BlockRow, HomepageBanner, HomepageView, StepView } from './homepage.view.types.ts';

/** What the homepage screen draws. */
export function homepageView(snapshot: SnapshotFrom<typeof homepageMachine>): HomepageView {
  const { context } = snapshot;
  const theme = context.snapshot?.theme ?? null;
  const blocks = shownBlocks(context);
  const { open, lifted } = context;
  return {
    status: snapshot.hasTag('ready') ? 'ready' : snapshot.matches('failed') ? 'failed' : 'loading',
    failure: snapshot.matches('failed') ? context.loadFailure : null,
    rows: rowsOf(context, listedBlocks(blocks)),
    blocks,
    lifted,
    open: open && {
      blockId: open.blockId,
      editorId: editorIdOf(context, open.blockId),
      block: blocks.find((block) => block.id === open.blockId) ?? null,
    },
    hoveredId: context.hoveredId,
    focus: context.focus,
    dialog: snapshot.matches({ ready: { dialog: 'adding' } })
      ? 'adding'
      : snapshot.matches({ ready: { dialog: 'deleting' } })
        ? 'deleting'
        : 'none',
    showsAdd: canAdd(theme),
    showsDelete: theme === null || canDeleteBlocks(theme),
    undo: stepView(context, context.history.past.at(-1)),
    redo: stepView(context, context.history.future.at(-1)),
    saving: context.changes.some(({ settledAt }) => settledAt === null),
    banners: bannersOf(context),
    announcement: context.announcement,
    fetchedAt: context.snapshot?.fetchedAt ?? null,
  };
}

function rowsOf({ hoveredId, lifted, snapshot }: HomepageContext, blocks: readonly Block[]): readonly BlockRow[] {
  const theme = snapshot?.theme ?? null;
  const first = blocks.findIndex((block) => !block.static);
  const last = blocks.findLastIndex((block) => !block.static);
  return blocks.map((block, at) => ({
    id: block.id,
    key: block.key,
    label: block.label,
    place: at + 1,
    hidden: block.enabled === false,
    waiting: snapshot?.waiting[block.id] ?? null,
    conflict: snapshot?.showConflicts[block.id] ?? null,
    hovered: block.id === hoveredId,
    lifted: block.id === lifted?.id,
    lock: lockOf(block),
    canMoveUp: !block.static && at > first,
    canMoveDown: !block.static && at < last,
    cannotDuplicate: cannotDuplicate(block, theme),
    cannotCopy: cannotCopy(block, theme),
    cannotDelete: cannotDelete(block, theme),
  }));
}

/** The id that a block had on this device, where it had one. */
function editorIdOf({ snapshot }: HomepageContext, blockId: string): string {
  return Object.entries(snapshot?.aliases ?? {}).find(([, id]) => id === blockId)?.[0] ?? blockId;
}

function stepView(context: HomepageContext, step: RecordedStep | undefined): StepView | null {
  return step === undefined || isMaking(context) ? null : { label: stepLabel(step) };
}

function bannersOf({ orderProblem, snapshot, watchLost }: HomepageContext): readonly HomepageBanner[] {
  const order = snapshot?.order ?? null;
  const disputed = order?.status === 'conflict' ? order.conflict : undefined;
  const refused = order === null || order.status === 'pending' || disputed ? null : (order.message ?? orderProblem ?? '');
  const failed = refused === null && !disputed ? orderProblem : null;
  return [
    ...(disputed
      ? [
          {
            kind: 'orderConflict',
            tone: 'warning',
            text: 'Somebody else changed the order of the blocks too. Yours is not shown until you choose which to keep.',
            opId: disputed.opId,
          } as const,
        ]
      : []),
    ...(refused === null ? [] : [{ kind: 'orderRefused', tone: 'error', text: `The order needs attention. ${refused}`.trim() } as const]),
    ...(failed === null ? [] : [{ kind: 'orderFailed', tone: 'error', text: `The order was not saved. ${failed}`.trim() } as const]),
    ...(order?.status === 'pending'
      ? [
          {
            kind: 'orderWaiting',
            tone: 'info',
            text: order.reason
              ? `The order is on this device. ${describePending(order.reason)}`
              : 'The order is on this device, not sent yet.',
          } as const,
        ]
      : []),
    ...(watchLost
      ? [{ kind: 'watchLost', tone: 'warning', text: 'Changes made elsewhere are not shown here any more. Reload the page.' } as const]
      : []),
  ];
}
