export interface Account {
  readonly email: string;
  readonly password: string;
}

/** The two accounts of the seed; each has websites that the other must not see. */
export const demo: Account = { email: 'demo@frontage.test', password: 'frontage-demo' };
export const other: Account = { email: 'other@frontage.test', password: 'frontage-other' };
