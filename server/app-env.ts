/** What requests carry through the app, beside Hono's own. */
export interface AppEnv {
  readonly Variables: {
    requestId: string;
    /** The client's address. */
    address: string;
    /** Path template for the log; never the raw path or query. */
    route: string;
    userId: number | undefined;
  };
}
