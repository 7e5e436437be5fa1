/** Who reads and writes; every row of the store belongs to one user. */
export interface CurrentUser {
  readonly userId: string;
  readonly accountId: string | null;
}
