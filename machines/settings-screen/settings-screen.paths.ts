import type { Setting } from '#contract/entities/setting.ts';
import { settingsScreen } from '#contract/settings/screen.ts';
import type { SettingsLoaded, SettingsSnapshot, SettingsSaveResult } from '../ports.ts';
import { type PathPlan, pathPlan } from '../testing/path-plan.ts';
import { hasNewCodeWarnings } from './settings-screen.code.ts';
import { redoable, undoable } from './settings-screen.history.ts';
import { settingsScreenMachine } from './settings-screen.machine.ts';
import { changedFieldsOf, hasDraft, problemsOf, unsavedFieldsOf } from './settings-screen.operations.ts';
import { conflictsOf, isChosen } from './settings-screen.conflicts.ts';
import { hasFailedSecrets, hasToSend, waitsForChoice } from './settings-screen.saving.ts';

/** A screen with what generic ones have: a required field, a rule, a condition, a secret. */
export const contactScreen = settingsScreen({
  id: 'contact',
  path: 'contact',
  title: 'Contact',
  category: 'site_info',
  sections: [
    {
      title: 'Contact',
      fields: [
        { kind: 'text', key: 'phone', label: 'Phone', required: true },
        { kind: 'email', key: 'email', label: 'Email' },
        { kind: 'checkbox', key: 'has_fax', label: 'Has a fax' },
        { kind: 'text', key: 'fax', label: 'Fax', required: true, when: { field: 'has_fax', is: [true] } },
        { kind: 'text', key: 'api_secret', label: 'API secret', secret: true },
      ],
    },
  ],
  events: { save: 'updated contact' },
});

/** These values as the API lists them. */
export function stored(values: Readonly<Record<string, string | boolean>>): readonly Setting[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: [value], category: 'site_info' }));
}

/** A snapshot without pending changes: the form shows the server state. */
export function snapshotOf(values: Readonly<Record<string, string | boolean>>, more: Partial<SettingsSnapshot> = {}): SettingsSnapshot {
  return {
    theme: 'byron',
    settings: stored(values),
    base: stored(values),
    pendingFields: {},
    confirmedWrites: {},
    fetchedAt: 1000,
    draft: null,
    ...more,
  };
}

const failed = new Error('broken');
const conflict = { opId: 'a', value: ['7'], at: null, by: null };
const disputed = snapshotOf({ phone: '1' }, { pendingFields: { phone: { status: 'conflict', message: null, conflict } } });
const loaded: SettingsLoaded = { kind: 'loaded', snapshot: snapshotOf({ phone: '1', email: 'a@b.test' }) };
const submissions: readonly SettingsSaveResult[] = [
  { kind: 'saved' },
  { kind: 'pending', reason: { kind: 'offline' } },
  { kind: 'conflict' },
  { kind: 'refused', message: 'No.', fields: { phone: 'Not a number.' } },
  { kind: 'refused', message: 'Sure?', fields: {}, isQuestion: true },
  { kind: 'failed', code: 'quota', message: '' },
];

type PlannedEvents = NonNullable<PathPlan<typeof settingsScreenMachine>['events']>;

const opened = { type: 'xstate.done.actor.loadSettings', output: loaded } as const;
const typed = { type: 'field.changed', key: 'phone', value: '2' } as const;
const saved = { type: 'xstate.done.actor.submitSettings', output: { kind: 'saved' } } as const;

const loadEvents: PlannedEvents = [
  opened,
  { type: 'xstate.done.actor.loadSettings', output: { kind: 'failed', code: 'offlineNeverLoaded', message: '' } },
  { type: 'xstate.done.actor.loadSettings', output: { kind: 'failed', code: 'notFound', message: 'Broken.' } },
  { type: 'xstate.error.actor.loadSettings', error: failed },
  { type: 'xstate.error.actor.watchSettings', error: failed },
  { type: 'retry.requested' },
  { type: 'connection.restored' },
];

const saveEvents: PlannedEvents = [
  opened,
  typed,
  { type: 'field.changed', key: 'email', value: 'nowhere' },
  { type: 'field.changed', key: 'api_secret', value: 'hush' },
  { type: 'field.blurred', key: 'email' },
  { type: 'field.reverted', key: 'phone' },
  { type: 'changes.discarded' },
  { type: 'draft.discarded' },
  { type: 'save.requested' },
  { type: 'stored.changed', snapshot: snapshotOf({ phone: '2' }) },
  ...submissions.map((output) => ({ type: 'xstate.done.actor.submitSettings', output }) as const),
  { type: 'xstate.error.actor.submitSettings', error: failed },
  { type: 'xstate.done.actor.submitSecrets', output: { kind: 'saved' } },
  { type: 'xstate.done.actor.submitSecrets', output: { kind: 'failed', message: 'No.', fields: {} } },
  { type: 'xstate.error.actor.submitSecrets', error: failed },
];

/** A save that stays on this device, and is sent later. */
const sentEvents: PlannedEvents = [
  opened,
  typed,
  { type: 'save.requested' },
  { type: 'xstate.done.actor.submitSettings', output: { kind: 'pending', reason: { kind: 'offline' } } },
  { type: 'stored.changed', snapshot: snapshotOf({ phone: '2' }, { pendingFields: { phone: { status: 'pending', message: null } } }) },
  { type: 'stored.changed', snapshot: snapshotOf({ phone: '2' }) },
];

/** A save that is refused after its edit was typed back, and a secret that is saved once more while the first is on its way. */
const againEvents: PlannedEvents = [
  opened,
  typed,
  { type: 'field.changed', key: 'phone', value: '1' },
  { type: 'field.changed', key: 'api_secret', value: 'hush' },
  { type: 'field.changed', key: 'api_secret', value: 'hushed' },
  { type: 'save.requested' },
  { type: 'xstate.error.actor.submitSettings', error: failed },
  { type: 'xstate.done.actor.submitSecrets', output: { kind: 'saved' } },
];

const draftEvents: PlannedEvents = [
  opened,
  typed,
  { type: 'field.changed', key: 'phone', value: '1' },
  { type: 'save.requested' },
  { type: 'save.enqueued', values: { phone: '2' } },
  { type: 'save.givenBack', keys: ['phone'] },
  { type: 'xstate.after.draftDelay.settings-screen.ready.draft.waiting' },
  { type: 'xstate.done.actor.saveDraft', output: undefined },
  { type: 'xstate.error.actor.saveDraft', error: failed },
  { type: 'xstate.done.actor.removeDraft', output: undefined },
  { type: 'xstate.error.actor.removeDraft', error: failed },
];

const historyEvents: PlannedEvents = [
  opened,
  typed,
  { type: 'field.blurred', key: 'phone' },
  { type: 'undo.requested' },
  { type: 'redo.requested' },
  { type: 'file.dropped', fileId: 'local:1' },
  { type: 'save.requested' },
  saved,
  { type: 'xstate.after.typingPause.settings-screen.ready.grouping.typing' },
];

/** The choice between two values, which depends little on the form around it. */
const conflictEvents: PlannedEvents = [
  opened,
  { type: 'conflict.chosen', key: 'phone', side: 'theirs' },
  { type: 'conflict.confirmed', key: 'phone' },
  { type: 'conflict.allChosen', side: 'mine' },
  { type: 'stored.changed', snapshot: disputed },
  { type: 'xstate.done.actor.resolveConflicts', output: undefined },
  { type: 'xstate.error.actor.resolveConflicts', error: failed },
];

/** Save and leave, from a form that is clean, valid, not valid, refused, or already being saved. */
const leaveEvents: PlannedEvents = [
  opened,
  typed,
  { type: 'field.changed', key: 'email', value: 'nowhere' },
  { type: 'save.requested' },
  { type: 'leave.requested' },
  { type: 'leave.cancelled' },
  saved,
  { type: 'xstate.done.actor.submitSettings', output: { kind: 'pending', reason: { kind: 'offline' } } },
  { type: 'xstate.done.actor.submitSettings', output: { kind: 'pending', reason: { kind: 'behindConflict', fields: ['Phone'] } } },
  { type: 'xstate.done.actor.submitSettings', output: { kind: 'conflict' } },
  { type: 'xstate.done.actor.submitSettings', output: { kind: 'refused', message: 'No.', fields: { phone: 'Not a number.' } } },
];

/** Code that does not parse. The editor may still be parsing while other changes are saved. */
const codeEvents: PlannedEvents = [
  opened,
  typed,
  { type: 'field.changed', key: 'phone', value: '3' },
  { type: 'field.changed', key: 'api_secret', value: 'hush' },
  { type: 'code.checked', key: 'phone', text: '3', problems: [{ line: 1, column: 1, message: 'No.' }] },
  { type: 'save.requested' },
  { type: 'xstate.error.actor.submitSettings', error: failed },
];

export const settingsScreenPaths = pathPlan({
  machine: settingsScreenMachine,
  inputs: [
    { websiteId: '5', screen: contactScreen },
    { websiteId: '5', screen: contactScreen, remembered: snapshotOf({ email: 'a@b.test' }), isNew: true },
  ],
  events: [
    ...loadEvents,
    ...saveEvents,
    ...sentEvents,
    ...againEvents,
    ...draftEvents,
    ...historyEvents,
    ...conflictEvents,
    ...leaveEvents,
    ...codeEvents,
  ],
  rounds: [loadEvents, saveEvents, sentEvents, againEvents, draftEvents, historyEvents, conflictEvents, leaveEvents, codeEvents],
  distinguish: (context) => [
    context.loadFailure?.code ?? null,
    context.watchLost,
    ...[true, false].map((secret) => changedFieldsOf(context).some((field) => (field.secret === true) === secret)),
    Object.keys(problemsOf(context)).length > 0,
    unsavedFieldsOf(context).length > 0,
    hasToSend(context, true),
    hasToSend(context, false),
    context.joining,
    context.submitted === null,
    context.metConflict,
    waitsForChoice(context),
    conflictsOf(context).length > 0,
    isChosen(context, 'phone'),
    hasDraft(context),
    hasNewCodeWarnings(context),
    hasFailedSecrets(context),
    undoable(context) !== null,
    redoable(context) !== null,
  ],
});
