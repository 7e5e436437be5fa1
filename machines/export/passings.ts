/** Events that pass from one machine to another. Machines know nothing of each other: the console's wiring hands each event on. */
export interface Passing {
  /** A machine, or who else sends them, such as the API; null: every machine that emits the event. */
  readonly from: string | null;
  /** What the machine emits; null: the wiring follows its state, or the sender is no machine. */
  readonly emits: string | null;
  /** A machine; `takers`: every machine that takes the event; null: no machine. */
  readonly to: string | null;
  /** What the machine takes the event as; where no machine takes it, what is done. */
  readonly as: readonly string[];
  /** Where it is handed on, from the root of the project. */
  readonly file: string;
}

export const takers = 'takers';

const wiring = 'src/app/wiring.ts';
const inStep = 'src/offline/keep-sync-in-step.ts';
const services = 'src/offline/create-client-services.ts';
const connection = 'src/offline/wire-connection.ts';

/** Every event that machines emit has a line; a test compares this list with the charts and with the files. */
export const passings: readonly Passing[] = [
  // Handed on at one place for many machines.
  { from: null, emits: 'toast', to: 'toasts', as: ['toast.added'], file: wiring },
  { from: null, emits: 'track', to: null, as: ['counted by analytics'], file: wiring },
  { from: 'connection', emits: 'connection.restored', to: takers, as: ['connection.restored'], file: 'src/app/use-online-events.ts' },
  { from: 'connection', emits: 'connection.lost', to: takers, as: ['connection.lost'], file: 'src/app/use-online-events.ts' },
  // Between two machines.
  { from: 'connection', emits: null, to: 'sync', as: ['connection.changed'], file: inStep },
  { from: 'session', emits: null, to: 'sync', as: ['session.changed', 'session.renewed'], file: inStep },
  { from: 'session', emits: null, to: 'sync', as: ['sending.stopped', 'sending.resumed'], file: 'src/offline/sign-out.ts' },
  { from: 'session', emits: null, to: 'toasts', as: ['log.cleared'], file: 'src/app/follow-session.ts' },
  { from: 'session', emits: null, to: 'app-update', as: ['parts.recovered'], file: wiring },
  { from: 'session', emits: 'revoke', to: 'revocation', as: ['handle.kept'], file: 'src/app/wire-revocation.ts' },
  { from: 'sync', emits: 'session.expired', to: 'session', as: ['session.expired'], file: inStep },
  { from: 'sync', emits: 'outbox.drained', to: 'toasts', as: ['toast.added'], file: wiring },
  { from: 'sync', emits: null, to: 'app-update', as: ['work.began', 'work.ended'], file: wiring },
  {
    from: 'sign-in-form',
    emits: 'signIn.submitted',
    to: 'session',
    as: ['signIn.submitted'],
    file: 'src/features/sign-in/sign-in-form.tsx',
  },
  ...passed('reset-password', 'signIn.submitted', 'session', 'signIn.submitted', 'src/features/sign-in/reset-password-screen.tsx'),
  ...passed('end-sessions', 'sessions.ended', 'record-list', 'refresh.requested', 'src/features/sessions/sessions-screen.tsx'),
  ...passed('records-screen', 'rows.deleted', 'record-list', 'refresh.requested', 'src/features/records/records-list.tsx'),
  ...passed('files-screen', 'file.deleted', 'record-list', 'refresh.requested', 'src/features/files/files-screen.tsx'),
  ...passed('files-screen', 'delete.rejected', 'record-list', 'refresh.requested', 'src/features/files/files-screen.tsx'),
  ...passed('online-action', 'action.done', 'running-rows', 'row.started', 'src/features/records/use-running-rows.ts'),
  ...passed('form-builder', 'fields.changed', 'settings-screen', 'field.changed', 'src/form/field-row.tsx'),
  ...passed('upload', 'file.changed', 'settings-screen', 'field.changed', 'src/form/field-row.tsx'),
  ...passed('upload', 'file.dropped', 'settings-screen', 'file.dropped', 'src/form/files-data.tsx'),
  ...passed('preview', 'block.clicked', 'homepage', 'address.changed', 'src/features/homepage/use-homepage-address.ts'),
  // From a machine to the console itself.
  { from: 'session', emits: 'navigate', to: null, as: ['another screen'], file: 'src/app/follow-session.ts' },
  { from: 'sync', emits: 'delivery.finished', to: null, as: ['counted for the next toast'], file: inStep },
  { from: 'settings-screen', emits: 'leave.allowed', to: null, as: ['the form closes'], file: 'src/app/shell/leave-dialog.tsx' },
  { from: 'settings-screen', emits: 'leave.refused', to: null, as: ['the form stays'], file: 'src/app/shell/leave-dialog.tsx' },
  { from: 'record-list', emits: 'query.settled', to: null, as: ["the list's address"], file: 'src/list/use-list.ts' },
  { from: 'frame', emits: 'seo.requested', to: null, as: ['the dialog Edit SEO'], file: 'src/features/frames/framed-screen.tsx' },
  { from: 'toasts', emits: 'action.chosen', to: null, as: ['whoever has shown the toast'], file: 'src/app/use-toasts.ts' },
  { from: 'state-flows', emits: 'machine.requested', to: null, as: ['another chart'], file: 'src/features/state-flows/use-state-flows.ts' },
  // From others than machines.
  { from: 'the API', emits: null, to: 'connection', as: ['call.answered', 'call.unanswered', 'call.failed'], file: wiring },
  { from: 'the API', emits: null, to: 'session', as: ['session.expired'], file: wiring },
  { from: 'the client store', emits: null, to: 'sync', as: ['entry.expected', 'entry.withdrawn', 'outbox.changed'], file: services },
  {
    from: 'the client store',
    emits: null,
    to: 'app-update',
    as: ['database.opened', 'database.outdated', 'database.blocked'],
    file: wiring,
  },
  { from: 'the browser', emits: null, to: 'connection', as: ['navigator.online', 'navigator.offline', 'tab.shown'], file: connection },
  { from: 'the browser', emits: null, to: 'revocation', as: ['connection.hinted'], file: 'src/app/wire-revocation.ts' },
  { from: 'the browser', emits: null, to: 'toasts', as: ['timers.held', 'timers.released'], file: wiring },
  { from: 'the browser', emits: null, to: 'app-update', as: ['chunk.failed', 'parts.missed'], file: wiring },
  { from: 'the service worker', emits: null, to: 'app-update', as: ['update.found'], file: 'src/app/wire-app-update.ts' },
  { from: 'another tab', emits: null, to: 'session', as: ['session.changedElsewhere'], file: wiring },
];

function passed(from: string, emits: string, to: string, as: string, file: string): readonly Passing[] {
  return [{ from, emits, to, as: [as], file }];
}
