import { answered, asked, emitted, failed, propertiesOf, sees, type Step, viewOf } from '../testing/properties.ts';
import type { homepageMachine } from './homepage.machine.ts';
import { homepageView } from './homepage.view.ts';

type Stepped = Step<typeof homepageMachine>;

const view = viewOf(homepageView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const text = (value: unknown): string => JSON.stringify(value) ?? '';
const ids = (step: Stepped | null): string =>
  step === null
    ? ''
    : view(step)
        .rows.map(({ id }) => id)
        .join(' ');
const row = (step: Stepped | null, id: string) => (step === null ? undefined : view(step).rows.find((each) => each.id === id));
/** Changes that the step has begun. */
const begun = ({ asks }: Stepped): number => asks.filter(({ input }) => text(input).includes('"changeId"')).length;
const idOf = ({ event }: Stepped): string => ('id' in event ? String(event.id) : '');
const isAddress = ({ on, event }: Stepped, address: string) => on === 'address.changed' && text(event).includes(address);
const failure = 'The reason and Try again';

export const homepageProperties = propertiesOf<typeof homepageMachine>({
  R501: [
    { when: (step) => answered(step, 'loadBlocks', 'loaded'), must: (step) => view(step).rows.length === 4 },
    { when: (step) => step.before === null, must: (step) => asked(step, 'loadBlocks') !== null || view(step).rows.length === 4 },
  ],
  R402: [
    { when: (step) => failed(step, 'loadBlocks', 'loaded'), must: (step) => sees(step, failure) && view(step).failure !== null },
    { when: (step) => step.on === 'retry.requested' && was(step)?.status === 'error', must: (step) => asked(step, 'loadBlocks') !== null },
  ],
  R503: {
    when: (step) => step.on === 'stored.changed' && step.before?.on === 'done loadBlocks' && view(step).status === 'ready',
    must: (step) =>
      ids(step)
        .split(' ')
        .every((id) => text(step.event).includes(`"id":"${id}"`)) &&
      (text(step.event).includes('"id":"staff"') || !ids(step).includes('staff')),
  },
  R404: { when: ({ on }) => on === 'error watchBlocks', must: (step) => view(step).banners.some(({ kind }) => kind === 'watchLost') },
  R504: {
    when: (step) => step.on === 'mutation.finished' && was(step)?.saving === true && text(step.event).includes('refused'),
    must: (step) => emitted(step, 'toast') !== null,
  },
  R505: [
    {
      when: (step) => step.on === 'visibility.toggled' && row(step.before, idOf(step))?.lock === null,
      must: (step) => row(step, idOf(step))?.hidden !== row(step.before, idOf(step))?.hidden && begun(step) === 1,
    },
    { when: (step) => view(step).status === 'ready', must: ({ snapshot }) => !snapshot.can({ type: 'visibility.toggled', id: 'cover' }) },
  ],
  R506: {
    when: (step) =>
      (step.on === 'duplicate.requested' && row(step.before, idOf(step))?.cannotDuplicate === null) ||
      (step.on === 'copy.requested' && row(step.before, idOf(step))?.cannotCopy === null),
    must: (step) => begun(step) === 1,
  },
  R507: [
    {
      when: (step) => isAddress(step, '"staff"') && was(step)?.status === 'ready' && row(step.before, 'staff') !== undefined,
      must: (step) => view(step).panel === 'editor' && view(step).open?.blockId === 'staff',
    },
    {
      when: (step) => isAddress(step, '"list"') && was(step)?.status === 'ready',
      must: (step) => view(step).panel === 'list',
    },
  ],
  R508: [
    {
      when: (step) => step.on === 'undo.requested' && was(step)?.undo !== null && was(step)?.status === 'ready',
      must: (step) => view(step).redo !== null || emitted(step, 'toast') !== null,
    },
    {
      when: (step) => step.on === 'redo.requested' && was(step)?.redo !== null && was(step)?.status === 'ready',
      must: (step) => view(step).undo !== null || emitted(step, 'toast') !== null,
    },
  ],
  R509: {
    when: (step) => step.on === 'step.undone' && step.before?.on === 'move.requested' && ids(step.before) !== ids(step.before.before),
    must: (step) => ids(step) === ids(step.before?.before ?? null) && begun(step) === 1,
  },
  R510: [
    {
      when: (step) => step.on === 'block.lifted' && was(step)?.panel === 'list' && was(step)?.lifted === null,
      must: (step) => (view(step).lifted !== null) === (row(step, idOf(step))?.lock === null),
    },
    { when: ({ on }) => on === 'block.dropped', must: (step) => view(step).lifted === null },
    {
      when: (step) => view(step).status === 'ready',
      must: ({ snapshot }) => !snapshot.can({ type: 'block.lifted', id: 'cover', by: 'pointer' }),
    },
    {
      when: (step) =>
        step.on === 'move.requested' &&
        was(step)?.panel === 'list' &&
        was(step)?.lifted === null &&
        row(step.before, idOf(step))?.canMoveUp === true &&
        text(step.event).includes('"up"'),
      must: (step) => ids(step) !== ids(step.before) && begun(step) === 1,
    },
  ],
  R511: {
    when: (step) => step.on === 'block.dropCancelled',
    must: (step) => view(step).lifted === null && begun(step) === 0,
  },
  R512: {
    when: (step) => step.on === 'block.hovered' && was(step)?.status === 'ready',
    must: (step) => view(step).hoveredId === idOf(step),
  },
  R513: {
    when: (step) =>
      step.on === 'stored.changed' &&
      was(step)?.open?.blockId === 'staff' &&
      was(step)?.panel === 'editor' &&
      !text(step.event).includes('"id":"staff"'),
    must: (step) => view(step).panel === 'list',
  },
  R514: [
    {
      when: (step) =>
        isAddress(step, '"unknown"') &&
        was(step)?.status === 'ready' &&
        was(step)?.panel === 'list' &&
        row(step.before, 'unknown') === undefined,
      must: (step) => asked(step, 'refreshBlocks') !== null && view(step).panel === 'locating',
    },
    { when: (step) => failed(step, 'refreshBlocks') && row(step, 'unknown') === undefined, must: (step) => view(step).panel === 'missing' },
    {
      when: (step) => step.on === 'stored.changed' && was(step)?.panel === 'missing' && row(step, 'unknown') !== undefined,
      must: (step) => view(step).panel === 'editor',
    },
  ],
  R515: {
    when: (step) => step.on === 'delete.requested' && was(step)?.dialog === 'none' && row(step.before, idOf(step)) !== undefined,
    must: (step) =>
      (view(step).dialog === 'deleting') === (row(step.before, idOf(step))?.cannotDelete === null && was(step)?.showsDelete === true),
  },
  R742: {
    when: (step) => answered(step, 'confirmDelete', 'cancelled'),
    must: (step) => view(step).dialog === 'none' && ids(step) === ids(step.before) && step.emits.length === 0,
  },
  R516: {
    when: (step) => answered(step, 'confirmDelete', 'deleted'),
    must: (step) => view(step).dialog === 'none' && emitted(step, 'toast') !== null && view(step).focus.blockId === 'map',
  },
  R517: [
    {
      when: (step) =>
        isAddress(step, '"add"') && was(step)?.status === 'ready' && was(step)?.showsAdd === true && was(step)?.dialog === 'none',
      must: (step) => view(step).dialog === 'adding',
    },
    {
      when: (step) =>
        isAddress(step, '"add"') && was(step)?.status === 'ready' && was(step)?.showsAdd === false && was(step)?.dialog === 'none',
      must: (step) => view(step).dialog === 'none' && text(emitted(step, 'toast')).includes('No block can be added'),
    },
  ],
  R518: [
    {
      when: (step) => answered(step, 'addBlock', 'added'),
      must: (step) => view(step).dialog === 'none' && view(step).open?.blockId === 'new',
    },
    {
      when: (step) => answered(step, 'addBlock', 'cancelled'),
      must: (step) => view(step).dialog === 'none' && view(step).panel === 'list',
    },
  ],
  R519: { when: ({ on }) => on === 'error addBlock', must: (step) => view(step).dialog === 'none' && emitted(step, 'toast') !== null },
  R725: { when: ({ on }) => on === 'error confirmDelete', must: (step) => view(step).dialog === 'none' && emitted(step, 'toast') !== null },
  R520: {
    when: (step) =>
      step.on === 'conflict.chosen' && row(step.before, idOf(step))?.conflict != null && row(step.before, idOf(step))?.chosenSide === null,
    must: (step) => asked(step, 'resolveConflicts') !== null,
  },
  R421: {
    when: ({ on }) => on === 'error resolveConflicts',
    must: (step) => text(emitted(step, 'toast')).includes('Choose again') && row(step, 'staff')?.chosenSide === null,
  },
});
