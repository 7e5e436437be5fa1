/** The user who reads and writes. Every record of the client store belongs to one user. */
export interface CurrentUser {
  readonly userId: string;
  readonly accountId: string | null;
}
