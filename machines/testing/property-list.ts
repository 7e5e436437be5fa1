import { appUpdateProperties } from '../app-update/app-update.properties.ts';
import { blockAddProperties } from '../block-add/block-add.properties.ts';
import { blockMutationProperties } from '../block-mutation/block-mutation.properties.ts';
import { connectionProperties } from '../connection/connection.properties.ts';
import { deleteConfirmProperties } from '../delete-confirm/delete-confirm.properties.ts';
import { deliveryProperties } from '../delivery/delivery.properties.ts';
import { endSessionsProperties } from '../end-sessions/end-sessions.properties.ts';
import { filesScreenProperties } from '../files-screen/files-screen.properties.ts';
import { formBuilderProperties } from '../form-builder/form-builder.properties.ts';
import { frameProperties } from '../frame/frame.properties.ts';
import { homepageProperties } from '../homepage/homepage.properties.ts';
import { onlineActionProperties } from '../online-action/online-action.properties.ts';
import { paletteProperties } from '../palette/palette.properties.ts';
import { forgotPasswordProperties, resetPasswordProperties } from '../password-reset/password-reset.properties.ts';
import { previewProperties } from '../preview/preview.properties.ts';
import { recordListProperties } from '../record-list/record-list.properties.ts';
import { recordViewProperties } from '../record-view/record-view.properties.ts';
import { recordsScreenProperties } from '../records-screen/records-screen.properties.ts';
import { revocationProperties } from '../revocation/revocation.properties.ts';
import { runningRowsProperties } from '../running-rows/running-rows.properties.ts';
import { sessionProperties } from '../session/session.properties.ts';
import { settingsScreenProperties } from '../settings-screen/settings-screen.properties.ts';
import { signInFormProperties } from '../sign-in-form/sign-in-form.properties.ts';
import { stateFlowsProperties } from '../state-flows/state-flows.properties.ts';
import { syncProperties } from '../sync/sync.properties.ts';
import { toastsProperties } from '../toasts/toasts.properties.ts';
import { uploadProperties } from '../upload/upload.properties.ts';
import type { Properties } from './properties.ts';

/** The properties of the machines that have any, by the machine's id. */
export const propertiesByMachine: Readonly<Record<string, Properties>> = {
  'app-update': appUpdateProperties,
  'block-add': blockAddProperties,
  'block-mutation': blockMutationProperties,
  connection: connectionProperties,
  'delete-confirm': deleteConfirmProperties,
  delivery: deliveryProperties,
  'end-sessions': endSessionsProperties,
  'files-screen': filesScreenProperties,
  'form-builder': formBuilderProperties,
  frame: frameProperties,
  homepage: homepageProperties,
  'online-action': onlineActionProperties,
  palette: paletteProperties,
  'forgot-password': forgotPasswordProperties,
  'reset-password': resetPasswordProperties,
  preview: previewProperties,
  'record-list': recordListProperties,
  'record-view': recordViewProperties,
  'records-screen': recordsScreenProperties,
  revocation: revocationProperties,
  'running-rows': runningRowsProperties,
  session: sessionProperties,
  'settings-screen': settingsScreenProperties,
  'sign-in-form': signInFormProperties,
  'state-flows': stateFlowsProperties,
  sync: syncProperties,
  toasts: toastsProperties,
  upload: uploadProperties,
};
