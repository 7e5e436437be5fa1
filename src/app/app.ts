import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import type { appUpdateMachine } from '#machines/app-update/app-update.machine.ts';
import type { ActorRefFrom } from 'xstate';
import type { ApiClient } from '#src/io/api-client.ts';
import type { Analytics } from './analytics.ts';
import type { Config } from './config.ts';
import type { LateActor } from './late-actor.ts';
import type { ClientServices } from '../offline/client-services.ts';

/** The app-wide actors and services, which live as long as the page. Part of the router's context. */
export interface App {
  readonly config: Config;
  readonly client: ApiClient;
  readonly analytics: Analytics;
  readonly session: ActorRefFrom<typeof sessionMachine>;
  readonly toasts: LateActor<ActorRefFrom<typeof toastsMachine>>;
  readonly appUpdate: LateActor<ActorRefFrom<typeof appUpdateMachine>>;
  /** The client store and its services. The first call loads their code, after the sign-in screen. */
  services(): Promise<ClientServices>;
  /** The definition of the settings screen at a path, loaded on demand; null where there is none. */
  screenAt(path: string): Promise<SettingsScreen | null>;
  notify(toast: NewToast): void;
}
