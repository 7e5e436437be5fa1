import type { ByteShare } from './http/byte-budget.ts';

/** What requests carry through the app, beside Hono's own. */
export interface AppEnv {
  readonly Variables: {
    requestId: string;
    /** The client's address. */
    address: string;
    /** Path template for the log; never the raw path or query. */
    route: string;
    /** What this request holds in memory of the bodies of all. */
    bodyShare: ByteShare;
    userId: number | undefined;
    /** The answer's envelope says `ok` as well: calls of which a success is read from it. */
    saysOk: boolean | undefined;
  };
}
