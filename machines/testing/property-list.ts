import { blockAddProperties } from '../block-add/block-add.properties.ts';
import { deleteConfirmProperties } from '../delete-confirm/delete-confirm.properties.ts';
import { endSessionsProperties } from '../end-sessions/end-sessions.properties.ts';
import { onlineActionProperties } from '../online-action/online-action.properties.ts';
import { forgotPasswordProperties, resetPasswordProperties } from '../password-reset/password-reset.properties.ts';
import { sessionProperties } from '../session/session.properties.ts';
import { signInFormProperties } from '../sign-in-form/sign-in-form.properties.ts';
import type { Properties } from './properties.ts';

/** The properties of the machines that have any, by the machine's id. */
export const propertiesByMachine: Readonly<Record<string, Properties>> = {
  'block-add': blockAddProperties,
  'delete-confirm': deleteConfirmProperties,
  'end-sessions': endSessionsProperties,
  'online-action': onlineActionProperties,
  'forgot-password': forgotPasswordProperties,
  'reset-password': resetPasswordProperties,
  session: sessionProperties,
  'sign-in-form': signInFormProperties,
};
