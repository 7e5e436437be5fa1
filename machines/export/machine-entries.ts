/** What is said of a machine where none of it runs. */
export interface MachineEntry {
  readonly id: string;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly purpose: string;
  /** Where the chart is read, from the root of the project. */
  readonly file: string;
  /** Its exported JSON and its layout as `npm run charts` has written them; `loadChart` checks and reads them. */
  readonly loadFiles: () => Promise<{ readonly json: unknown; readonly layout: unknown }>;
}

async function both(json: Promise<{ readonly default: unknown }>, layout: Promise<{ readonly default: unknown }>) {
  return { json: (await json).default, layout: (await layout).default };
}

/** Every machine, by title. Their code is in `machine-code.ts`: State flows loads it only once somebody asks for their paths. */
export const machineEntries = [
  {
    id: 'online-action',
    title: 'Action that needs the server',
    purpose: 'Runs an action that can not wait for a connection, such as Clear Cache.',
    file: 'machines/online-action/online-action.machine.ts',
    loadFiles: () => both(import('./charts/online-action.gen.json'), import('./layouts/online-action.gen.json')),
  },
  {
    id: 'block-add',
    title: 'Add New Block',
    purpose: 'Takes the type and the name of a new block, and adds it to the homepage.',
    file: 'machines/block-add/block-add.machine.ts',
    loadFiles: () => both(import('./charts/block-add.gen.json'), import('./layouts/block-add.gen.json')),
  },
  {
    id: 'palette',
    title: 'Command palette',
    purpose: 'Finds screens, fields, websites, blocks and actions by what is typed, and goes there.',
    file: 'machines/palette/palette.machine.ts',
    loadFiles: () => both(import('./charts/palette.gen.json'), import('./layouts/palette.gen.json')),
  },
  {
    id: 'connection',
    title: 'Connection',
    purpose: 'Knows whether the API answers, and asks it again until it does. Every screen and the outbox rely on it.',
    file: 'machines/connection/connection.machine.ts',
    loadFiles: () => both(import('./charts/connection.gen.json'), import('./layouts/connection.gen.json')),
  },
  {
    id: 'delivery',
    title: 'Delivery of one change',
    purpose: 'Sends one entry of the outbox to the server so that it takes effect once, whatever happens to the request.',
    file: 'machines/delivery/delivery.machine.ts',
    loadFiles: () => both(import('./charts/delivery.gen.json'), import('./layouts/delivery.gen.json')),
  },
  {
    id: 'files-screen',
    title: 'Files',
    purpose: "Shows how full the account's storage is, and asks before a file is deleted.",
    file: 'machines/files-screen/files-screen.machine.ts',
    loadFiles: () => both(import('./charts/files-screen.gen.json'), import('./layouts/files-screen.gen.json')),
  },
  {
    id: 'forgot-password',
    title: 'Forgot password',
    purpose: 'Asks for a mail with a link that sets a new password.',
    file: 'machines/password-reset/forgot-password.machine.ts',
    loadFiles: () => both(import('./charts/forgot-password.gen.json'), import('./layouts/forgot-password.gen.json')),
  },
  {
    id: 'form-builder',
    title: 'Form builder',
    purpose: "Adds, moves and edits the fields of a form on an agency's website.",
    file: 'machines/form-builder/form-builder.machine.ts',
    loadFiles: () => both(import('./charts/form-builder.gen.json'), import('./layouts/form-builder.gen.json')),
  },
  {
    id: 'frame',
    title: 'Framed page',
    purpose: 'Opens a page of another application inside the console, and says so where that application does not answer.',
    file: 'machines/frame/frame.machine.ts',
    loadFiles: () => both(import('./charts/frame.gen.json'), import('./layouts/frame.gen.json')),
  },
  {
    id: 'homepage',
    title: 'Homepage',
    purpose: "Arranges the blocks of a website's homepage: order, visibility, adding, deleting and undo.",
    file: 'machines/homepage/homepage.machine.ts',
    loadFiles: () => both(import('./charts/homepage.gen.json'), import('./layouts/homepage.gen.json')),
  },
  {
    id: 'revocation',
    title: 'Late sign-outs',
    purpose: 'Ends sessions on the server whose sign-out has not reached it.',
    file: 'machines/revocation/revocation.machine.ts',
    loadFiles: () => both(import('./charts/revocation.gen.json'), import('./layouts/revocation.gen.json')),
  },
  {
    id: 'record-list',
    title: 'List of records',
    purpose: 'Pages, sorts and searches a list on the server, and on this device where the server does not answer.',
    file: 'machines/record-list/record-list.machine.ts',
    loadFiles: () => both(import('./charts/record-list.gen.json'), import('./layouts/record-list.gen.json')),
  },
  {
    id: 'preview',
    title: 'Live preview',
    purpose: 'Renders the page beside a screen as it is being edited, and shows the last one where there is no connection.',
    file: 'machines/preview/preview.machine.ts',
    loadFiles: () => both(import('./charts/preview.gen.json'), import('./layouts/preview.gen.json')),
  },
  {
    id: 'reset-password',
    title: 'New password',
    purpose: 'Sets a new password with the link of a mail.',
    file: 'machines/password-reset/reset-password.machine.ts',
    loadFiles: () => both(import('./charts/reset-password.gen.json'), import('./layouts/reset-password.gen.json')),
  },
  {
    id: 'block-mutation',
    title: 'One change of a block',
    purpose: "Brings one change of the homepage's blocks into the outbox, and tells the homepage what became of it.",
    file: 'machines/block-mutation/block-mutation.machine.ts',
    loadFiles: () => both(import('./charts/block-mutation.gen.json'), import('./layouts/block-mutation.gen.json')),
  },
  {
    id: 'sync',
    title: 'Outbox',
    purpose: 'Sends what this device has changed to the server: in order, by one tab at a time, each change once.',
    file: 'machines/sync/sync.machine.ts',
    loadFiles: () => both(import('./charts/sync.gen.json'), import('./layouts/sync.gen.json')),
  },
  {
    id: 'delete-confirm',
    title: 'Question before a delete',
    purpose: 'Asks before something is deleted, deletes it, and says why where that fails.',
    file: 'machines/delete-confirm/delete-confirm.machine.ts',
    loadFiles: () => both(import('./charts/delete-confirm.gen.json'), import('./layouts/delete-confirm.gen.json')),
  },
  {
    id: 'running-rows',
    title: 'Rows at work',
    purpose: 'Shows which rows of a list wait for an action of the server, and fetches the list until it has ended.',
    file: 'machines/running-rows/running-rows.machine.ts',
    loadFiles: () => both(import('./charts/running-rows.gen.json'), import('./layouts/running-rows.gen.json')),
  },
  {
    id: 'records-screen',
    title: 'Selection in a list',
    purpose: 'Holds which rows are selected, and asks before any of them are deleted.',
    file: 'machines/records-screen/records-screen.machine.ts',
    loadFiles: () => both(import('./charts/records-screen.gen.json'), import('./layouts/records-screen.gen.json')),
  },
  {
    id: 'session',
    title: 'Session',
    purpose: 'Knows who is signed in, from the start of the app to the sign-out.',
    file: 'machines/session/session.machine.ts',
    loadFiles: () => both(import('./charts/session.gen.json'), import('./layouts/session.gen.json')),
  },
  {
    id: 'settings-screen',
    title: 'Settings screen',
    purpose: 'Loads, edits and saves one screen of settings, with and without a connection, and joins what others change meanwhile.',
    file: 'machines/settings-screen/settings-screen.machine.ts',
    loadFiles: () => both(import('./charts/settings-screen.gen.json'), import('./layouts/settings-screen.gen.json')),
  },
  {
    id: 'end-sessions',
    title: 'Sign out other devices',
    purpose: "Ends one or all of a user's other sign-ins on the server.",
    file: 'machines/end-sessions/end-sessions.machine.ts',
    loadFiles: () => both(import('./charts/end-sessions.gen.json'), import('./layouts/end-sessions.gen.json')),
  },
  {
    id: 'sign-in-form',
    title: 'Sign-in form',
    purpose: 'Takes email and password, checks them, and passes them to the session.',
    file: 'machines/sign-in-form/sign-in-form.machine.ts',
    loadFiles: () => both(import('./charts/sign-in-form.gen.json'), import('./layouts/sign-in-form.gen.json')),
  },
  {
    id: 'state-flows',
    title: 'State flows',
    purpose: 'Opens the chart of a machine, and follows in it a running actor, a generated path, or a recording.',
    file: 'machines/state-flows/state-flows.machine.ts',
    loadFiles: () => both(import('./charts/state-flows.gen.json'), import('./layouts/state-flows.gen.json')),
  },
  {
    id: 'toasts',
    title: 'Toasts',
    purpose: 'Shows short messages, keeps them while somebody reads, and remembers the last hundred.',
    file: 'machines/toasts/toasts.machine.ts',
    loadFiles: () => both(import('./charts/toasts.gen.json'), import('./layouts/toasts.gen.json')),
  },
  {
    id: 'app-update',
    title: 'Updates of the console',
    purpose: 'Finds out that this tab runs an older version, and loads the new one when that interrupts nobody.',
    file: 'machines/app-update/app-update.machine.ts',
    loadFiles: () => both(import('./charts/app-update.gen.json'), import('./layouts/app-update.gen.json')),
  },
  {
    id: 'upload',
    title: 'Upload',
    purpose: 'Takes the file of one field, keeps it on this device, and follows it to the server.',
    file: 'machines/upload/upload.machine.ts',
    loadFiles: () => both(import('./charts/upload.gen.json'), import('./layouts/upload.gen.json')),
  },
  {
    id: 'record-view',
    title: 'View of a record',
    purpose: 'Shows one record that is not edited, and follows its changes.',
    file: 'machines/record-view/record-view.machine.ts',
    loadFiles: () => both(import('./charts/record-view.gen.json'), import('./layouts/record-view.gen.json')),
  },
] as const satisfies readonly MachineEntry[];
