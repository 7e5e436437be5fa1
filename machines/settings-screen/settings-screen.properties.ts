import { answered, asked, emitted, failed, propertiesOf, saw, sees, type Step, viewOf } from '../testing/properties.ts';
import type { settingsScreenMachine } from './settings-screen.machine.ts';
import { type FieldView, settingsScreenView } from './settings-screen.view.ts';

type Stepped = Step<typeof settingsScreenMachine>;

const view = viewOf(settingsScreenView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const field = (step: Stepped | null, key: string): FieldView | null =>
  (step === null ? [] : view(step).sections).flatMap(({ fields }) => fields).find((each) => each.field.key === key) ?? null;
const phone = (step: Stepped | null) => field(step, 'phone');
const text = (value: unknown): string => JSON.stringify(value) ?? '';
const sending = (step: Stepped) => asked(step, 'submitSettings') ?? asked(step, 'submitSecrets');

const form = 'The form, without a save bar';
const bar = 'The save bar';
const saving = 'Saving… at the button';
const summary = 'The error summary';
const leaving = '"Save and leave"';
const isValid = (step: Stepped | null) => field(step, 'email')?.value !== 'nowhere';
const hasNoErrors = (step: Stepped) => view(step).errorSummary.length === 0 && view(step).codeWarnings.length === 0;

export const settingsScreenProperties = propertiesOf<typeof settingsScreenMachine>({
  R401: [
    { when: (step) => answered(step, 'loadSettings', 'loaded'), must: (step) => sees(step, form) && phone(step)?.value === '1' },
    {
      when: (step) => step.before === null,
      must: (step) => asked(step, 'loadSettings') !== null || field(step, 'email')?.value === 'a@b.test',
    },
  ],
  R402: [
    {
      when: (step) => failed(step, 'loadSettings', 'loaded'),
      must: (step) => sees(step, 'The reason and Try again') && view(step).failure !== null,
    },
    {
      when: (step) => step.on === 'retry.requested' && saw(step, 'The reason and Try again'),
      must: (step) => asked(step, 'loadSettings') !== null && sees(step, 'The skeleton'),
    },
    {
      when: (step) => step.on === 'connection.restored' && was(step)?.failure?.code === 'offlineNeverLoaded',
      must: (step) => asked(step, 'loadSettings') !== null,
    },
  ],
  R403: [
    {
      when: (step) => step.on === 'stored.changed' && saw(step, form) && phone(step)?.conflict === null,
      must: (step) => text(step.event).includes(`"key":"phone","value":["${String(phone(step)?.value)}"]`),
    },
    {
      when: (step) => step.on === 'stored.changed' && saw(step, bar) && phone(step.before)?.changed === true,
      must: (step) => phone(step)?.value === phone(step.before)?.value,
    },
  ],
  R404: { when: ({ on }) => on === 'error watchSettings', must: (step) => view(step).banners.length > (was(step)?.banners.length ?? 0) },
  R405: [
    { when: (step) => sees(step, bar), must: (step) => view(step).changedCount > 0 },
    { when: (step) => sees(step, form), must: (step) => view(step).changedCount === 0 },
    {
      when: (step) => step.on === 'field.changed' && saw(step, form) && phone(step)?.changed === true,
      must: (step) => sees(step, bar),
    },
  ],
  R406: [
    {
      when: (step) => step.on === 'changes.discarded' && saw(step, bar),
      must: (step) => view(step).changedCount === 0 && phone(step)?.changed === false,
    },
    { when: (step) => step.on === 'field.reverted' && !saw(step, saving), must: (step) => phone(step)?.changed === false },
  ],
  R407: [
    {
      when: (step) =>
        step.on === 'undo.requested' &&
        step.before?.on === 'field.changed' &&
        phone(step.before)?.value !== phone(step.before.before)?.value,
      must: (step) => phone(step)?.value === phone(step.before?.before ?? null)?.value,
    },
    {
      when: (step) => step.on === 'redo.requested' && step.before?.on === 'undo.requested' && was(step)?.history.redo !== null,
      must: (step) => phone(step)?.value === phone(step.before?.before ?? null)?.value,
    },
  ],
  R408: {
    when: ({ on, before }) => (on === 'field.blurred' || on === 'after typingPause') && before?.on === 'field.changed',
    must: ({ snapshot }) => snapshot.context.history.open === null,
  },
  R409: {
    when: (step) => step.on === 'field.blurred' && field(step.before, 'email')?.value === 'nowhere',
    must: (step) => field(step, 'email')?.error !== null,
  },
  R410: {
    when: (step) => step.on === 'save.requested' && (saw(step, bar) || saw(step, summary)) && !isValid(step.before),
    must: (step) => sending(step) === null && view(step).errorSummary.length > 0 && sees(step, summary),
  },
  R411: [
    {
      when: (step) => step.on === 'save.requested' && view(step).codeWarnings.length > 0 && was(step)?.codeWarnings.length === 0,
      must: (step) => sending(step) === null,
    },
    {
      when: (step) => step.on === 'save.requested' && saw(step, bar) && (was(step)?.codeWarnings.length ?? 0) > 0,
      must: (step) => sending(step) !== null,
    },
  ],
  R412: [
    {
      when: (step) => step.on === 'save.requested' && saw(step, bar) && hasNoErrors(step),
      must: (step) => sending(step) !== null && sees(step, saving),
    },
    { when: (step) => sending(step) !== null, must: (step) => sees(step, saving) },
  ],
  R413: [
    {
      when: (step) => step.on === 'field.changed' && saw(step, saving) && 'key' in step.event,
      must: (step) => 'key' in step.event && 'value' in step.event && field(step, String(step.event.key))?.value === step.event.value,
    },
    {
      when: (step) => answered(step, 'submitSettings', 'saved', 'pending') && view(step).changedCount > 0 && view(step).failedSaves === 0,
      must: (step) => sees(step, bar),
    },
  ],
  R414: {
    when: (step) => step.on === 'save.requested' && saw(step, saving) && isValid(step.before) && hasNoErrors(step),
    must: (step) => view(step).changedCount === 0 && sees(step, saving),
  },
  R415: [
    {
      when: (step) => failed(step, 'submitSecrets', 'saved'),
      must: (step) => field(step, 'api_secret')?.error !== null && String(field(step, 'api_secret')?.value).startsWith('hush'),
    },
    {
      when: (step) => asked(step, 'submitSettings') !== null && !step.snapshot.context.isNew,
      must: (step) => !text(asked(step, 'submitSettings')?.input).includes('"hush'),
    },
    {
      when: (step) => asked(step, 'submitSecrets') !== null,
      must: (step) => !text(asked(step, 'submitSecrets')?.input).includes('"phone"'),
    },
  ],
  R416: {
    when: (step) => answered(step, 'submitSettings', 'saved'),
    must: (step) => emitted(step, 'toast') !== null && emitted(step, 'track') !== null,
  },
  R417: {
    when: (step) => answered(step, 'submitSettings', 'pending') && view(step).changedCount === 0 && view(step).failedSaves === 0,
    must: (step) => sees(step, 'Saved on this device') && emitted(step, 'track') !== null,
  },
  R418: {
    when: (step) => answered(step, 'submitSettings', 'conflict') && view(step).changedCount === 0,
    must: (step) => sees(step, 'A banner with the way to resolve it'),
  },
  R419: [
    {
      when: (step) => failed(step, 'submitSettings', 'saved', 'pending', 'conflict') && view(step).changedCount > 0,
      must: (step) => sees(step, summary) && phone(step)?.value === phone(step.before)?.value,
    },
    {
      when: (step) => step.on === 'save.requested' && saw(step, summary) && isValid(step.before) && hasNoErrors(step),
      must: (step) => sending(step) !== null,
    },
  ],
  R420: [
    { when: ({ on }) => on === 'conflict.chosen', must: (step) => asked(step, 'resolveConflicts') === null },
    {
      when: ({ on, before }) => on === 'conflict.confirmed' && phone(before)?.conflict?.choice === 'theirs',
      must: (step) => asked(step, 'resolveConflicts') !== null,
    },
  ],
  R421: {
    when: ({ on }) => on === 'error resolveConflicts',
    must: (step) => text(emitted(step, 'toast')).includes('Choose again') && phone(step)?.conflict?.choice === null,
  },
  R422: {
    when: (step) => step.on === 'after draftDelay' && !saw(step, saving),
    must: (step) => asked(step, view(step).changedCount > 0 ? 'saveDraft' : 'removeDraft') !== null,
  },
  R423: [
    { when: ({ on }) => on === 'error saveDraft', must: ({ snapshot }) => snapshot.context.draftLost },
    { when: ({ on }) => on === 'done saveDraft', must: ({ snapshot }) => !snapshot.context.draftLost },
  ],
  R424: [
    {
      when: ({ on, before }) => on === 'save.enqueued' && before?.on === 'save.requested',
      must: (step) => asked(step, 'removeDraft') !== null,
    },
    {
      when: ({ on, before }) => on === 'save.givenBack' && before?.on === 'save.enqueued' && before.before?.on === 'save.requested',
      must: (step) => asked(step, 'saveDraft') !== null,
    },
  ],
  R425: [
    {
      when: (step) => step.on === 'leave.requested' && saw(step, form) && phone(step.before)?.value === '1',
      must: (step) => emitted(step, 'leave.allowed') !== null,
    },
    {
      when: (step) => answered(step, 'submitSettings', 'saved') && saw(step, leaving) && view(step).changedCount === 0,
      must: (step) => emitted(step, 'leave.allowed') !== null,
    },
    {
      when: (step) => step.on === 'leave.requested' && saw(step, bar) && isValid(step.before),
      must: (step) => sending(step) !== null && sees(step, leaving),
    },
  ],
  R426: {
    when: (step) =>
      (answered(step, 'submitSettings', 'refused', 'conflict') && saw(step, leaving)) ||
      (step.on === 'leave.requested' && saw(step, bar) && !isValid(step.before)),
    must: (step) => emitted(step, 'leave.refused') !== null && !sees(step, leaving),
  },
  R427: {
    when: (step) => step.on === 'leave.cancelled' && saw(step, leaving) && saw(step, saving),
    must: (step) => sees(step, saving) && !sees(step, leaving) && step.emits.length === 0,
  },
});
