import { hash, verify } from '@node-rs/argon2';

/** The library's algorithm is argon2id unless told otherwise; the numbers are OWASP's first choice for it. */
export const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** `stored` is undefined for an unknown address: the same work is done, and the answer is no. */
  readonly verify: (stored: string | undefined, password: string) => Promise<boolean>;
}

export function argon2Passwords(
  cost: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number } = owasp,
): Passwords {
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => hash(password, cost),
    verify: async (stored, password) => {
      decoy ??= hash('nobody has this password', cost);
      const matches = await verify(stored ?? (await decoy), password);
      return stored !== undefined && matches;
    },
  };
}
