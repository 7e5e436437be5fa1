import type { ByteShare } from './http/byte-budget.ts';

/** The values that requests carry through the app, in addition to Hono's own. */
export interface AppEnv {
  readonly Variables: {
    requestId: string;
    /** The client's address. */
    address: string;
    /** Path template for the log; never the raw path or query. */
    route: string;
    /** The memory that this request's body takes from the common budget. */
    bodyShare: ByteShare;
    userId: number | undefined;
    /** The answer's envelope also has an `ok`: clients of such calls read success from it. */
    saysOk: boolean | undefined;
  };
}
