import type { AnyStateMachine } from 'xstate';
import type { PathPlan } from '../testing/path-plan.ts';
import type { machineEntries } from './machine-entries.ts';

export interface MachineCode {
  /** By a dynamic import, so that nobody loads all machines for the list. */
  readonly load: () => Promise<AnyStateMachine>;
  /** The events and inputs that its generated paths are made of. */
  readonly loadPlan: () => Promise<PathPlan>;
}

/** The code of every machine. */
export const machineCode: { readonly [Id in (typeof machineEntries)[number]['id']]: MachineCode } = {
  'online-action': {
    load: async () => (await import('../online-action/online-action.machine.ts')).onlineActionMachine,
    loadPlan: async () => (await import('../online-action/online-action.paths.ts')).onlineActionPaths,
  },
  'block-add': {
    load: async () => (await import('../block-add/block-add.machine.ts')).blockAddMachine,
    loadPlan: async () => (await import('../block-add/block-add.paths.ts')).blockAddPaths,
  },
  palette: {
    load: async () => (await import('../palette/palette.machine.ts')).paletteMachine,
    loadPlan: async () => (await import('../palette/palette.paths.ts')).palettePaths,
  },
  connection: {
    load: async () => (await import('../connection/connection.machine.ts')).connectionMachine,
    loadPlan: async () => (await import('../connection/connection.paths.ts')).connectionPaths,
  },
  delivery: {
    load: async () => (await import('../delivery/delivery.machine.ts')).deliveryMachine,
    loadPlan: async () => (await import('../delivery/delivery.paths.ts')).deliveryPaths,
  },
  'files-screen': {
    load: async () => (await import('../files-screen/files-screen.machine.ts')).filesScreenMachine,
    loadPlan: async () => (await import('../files-screen/files-screen.paths.ts')).filesScreenPaths,
  },
  'forgot-password': {
    load: async () => (await import('../password-reset/forgot-password.machine.ts')).forgotPasswordMachine,
    loadPlan: async () => (await import('../password-reset/password-reset.paths.ts')).forgotPasswordPaths,
  },
  'form-builder': {
    load: async () => (await import('../form-builder/form-builder.machine.ts')).formBuilderMachine,
    loadPlan: async () => (await import('../form-builder/form-builder.paths.ts')).formBuilderPaths,
  },
  frame: {
    load: async () => (await import('../frame/frame.machine.ts')).frameMachine,
    loadPlan: async () => (await import('../frame/frame.paths.ts')).framePaths,
  },
  homepage: {
    load: async () => (await import('../homepage/homepage.machine.ts')).homepageMachine,
    loadPlan: async () => (await import('../homepage/homepage.paths.ts')).homepagePaths,
  },
  revocation: {
    load: async () => (await import('../revocation/revocation.machine.ts')).revocationMachine,
    loadPlan: async () => (await import('../revocation/revocation.paths.ts')).revocationPaths,
  },
  'record-list': {
    load: async () => (await import('../record-list/record-list.machine.ts')).recordListMachine,
    loadPlan: async () => (await import('../record-list/record-list.paths.ts')).recordListPaths,
  },
  preview: {
    load: async () => (await import('../preview/preview.machine.ts')).previewMachine,
    loadPlan: async () => (await import('../preview/preview.paths.ts')).previewPaths,
  },
  'reset-password': {
    load: async () => (await import('../password-reset/reset-password.machine.ts')).resetPasswordMachine,
    loadPlan: async () => (await import('../password-reset/password-reset.paths.ts')).resetPasswordPaths,
  },
  'block-mutation': {
    load: async () => (await import('../block-mutation/block-mutation.machine.ts')).blockMutationMachine,
    loadPlan: async () => (await import('../block-mutation/block-mutation.paths.ts')).blockMutationPaths,
  },
  sync: {
    load: async () => (await import('../sync/sync.machine.ts')).syncMachine,
    loadPlan: async () => (await import('../sync/sync.paths.ts')).syncPaths,
  },
  'delete-confirm': {
    load: async () => (await import('../delete-confirm/delete-confirm.machine.ts')).deleteConfirmMachine,
    loadPlan: async () => (await import('../delete-confirm/delete-confirm.paths.ts')).deleteConfirmPaths,
  },
  'running-rows': {
    load: async () => (await import('../running-rows/running-rows.machine.ts')).runningRowsMachine,
    loadPlan: async () => (await import('../running-rows/running-rows.paths.ts')).runningRowsPaths,
  },
  'records-screen': {
    load: async () => (await import('../records-screen/records-screen.machine.ts')).recordsScreenMachine,
    loadPlan: async () => (await import('../records-screen/records-screen.paths.ts')).recordsScreenPaths,
  },
  session: {
    load: async () => (await import('../session/session.machine.ts')).sessionMachine,
    loadPlan: async () => (await import('../session/session.paths.ts')).sessionPaths,
  },
  'settings-screen': {
    load: async () => (await import('../settings-screen/settings-screen.machine.ts')).settingsScreenMachine,
    loadPlan: async () => (await import('../settings-screen/settings-screen.paths.ts')).settingsScreenPaths,
  },
  'end-sessions': {
    load: async () => (await import('../end-sessions/end-sessions.machine.ts')).endSessionsMachine,
    loadPlan: async () => (await import('../end-sessions/end-sessions.paths.ts')).endSessionsPaths,
  },
  'sign-in-form': {
    load: async () => (await import('../sign-in-form/sign-in-form.machine.ts')).signInFormMachine,
    loadPlan: async () => (await import('../sign-in-form/sign-in-form.paths.ts')).signInFormPaths,
  },
  'state-flows': {
    load: async () => (await import('../state-flows/state-flows.machine.ts')).stateFlowsMachine,
    loadPlan: async () => (await import('../state-flows/state-flows.paths.ts')).stateFlowsPaths,
  },
  toasts: {
    load: async () => (await import('../toasts/toasts.machine.ts')).toastsMachine,
    loadPlan: async () => (await import('../toasts/toasts.paths.ts')).toastsPaths,
  },
  'app-update': {
    load: async () => (await import('../app-update/app-update.machine.ts')).appUpdateMachine,
    loadPlan: async () => (await import('../app-update/app-update.paths.ts')).appUpdatePaths,
  },
  upload: {
    load: async () => (await import('../upload/upload.machine.ts')).uploadMachine,
    loadPlan: async () => (await import('../upload/upload.paths.ts')).uploadPaths,
  },
  'record-view': {
    load: async () => (await import('../record-view/record-view.machine.ts')).recordViewMachine,
    loadPlan: async () => (await import('../record-view/record-view.paths.ts')).recordViewPaths,
  },
};
