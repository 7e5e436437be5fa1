import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import type { appUpdateMachine } from '#machines/app-update/app-update.machine.ts';
import type { ActorRefFrom } from 'xstate';
import type { ApiClient } from '#src/io/api-client.ts';
import type { Analytics } from './analytics.ts';
import type { Config } from './config.ts';
import type { Device } from '../offline/device.ts';

/** What lives as long as the page: the app-wide actors and what they stand on. Reached through the router's context. */
export interface App {
  readonly config: Config;
  readonly client: ApiClient;
  readonly analytics: Analytics;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly toasts: ActorRefFrom<typeof toastsMachine>;
  readonly appUpdate: ActorRefFrom<typeof appUpdateMachine>;
  /** The client store, the outbox and what reads them; loaded when first asked for, after the sign-in screen. */
  device(): Promise<Device>;
  notify(toast: NewToast): void;
}
