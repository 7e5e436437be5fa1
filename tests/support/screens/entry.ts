import type { Page } from 'playwright';

/**
 * The states in which a screen is tested. `loading`: the server has not answered yet. `not-on-device`: opened for the first time, without a
 * connection.
 */
const states = ['filled', 'loading', 'empty', 'error', 'offline', 'not-on-device'] as const;
export type State = (typeof states)[number];

type Step = (page: Page) => Promise<unknown>;

/** A screen, or a dialog over one, and its states besides `filled`. */
export interface ScreenEntry {
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** Leads from the open screen to what the entry is about, in each state but `loading` and `not-on-device`. */
  readonly open?: Step;
  /** How a state is reached: before the visit, or on the open screen. */
  readonly loading?: { readonly before: Step };
  readonly empty?: { readonly before: Step };
  readonly error?: {
    readonly before?: Step;
    readonly act: Step;
    readonly opensDialog?: true;
    /** `act` ends the connection. */
    readonly endsOffline?: true;
  };
  /** The screen below belongs to another row of the table: only the state over it is checked. */
  readonly dialogOnly?: boolean;
  /** Opens without a network once it has been visited. */
  readonly offline: boolean;
  /** Says that this device does not have it, where it was never visited. */
  readonly notOnDevice?: true;
}

const has: { readonly [Name in State]: (screen: ScreenEntry) => boolean } = {
  filled: ({ dialogOnly = false }) => !dialogOnly,
  loading: ({ loading }) => loading !== undefined,
  empty: ({ empty }) => empty !== undefined,
  error: ({ error }) => error !== undefined,
  offline: ({ offline }) => offline,
  'not-on-device': ({ notOnDevice = false }) => notOnDevice,
};

export const statesOf = (screen: ScreenEntry): readonly State[] => states.filter((state) => has[state](screen));
