import { hash, verify } from '@node-rs/argon2';

/** The library's default algorithm is argon2id; the numbers are OWASP's first choice for it. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** `stored` is undefined for an unknown address: the same work is done, and the result is false. */
  readonly verify: (stored: string | undefined, password: string) => Promise<boolean>;
}

export function argon2Passwords(
  cost: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number } = owasp,
): Passwords {
  let decoy: Promise<string> | undefined;
  const decoyHash = () => {
    decoy ??= hash('nobody has this password', cost).catch((error: unknown) => {
      // The next sign-in tries again.
      decoy = undefined;
      throw error;
    });
    return decoy;
  };
  return {
    hash: (password) => hash(password, cost),
    verify: async (stored, password) => {
      const spare = decoyHash();
      // Created by the first attempt, for a known address or not, so that its duration reveals nothing; if it fails, known users can still
      // sign in.
      spare.catch(() => undefined);
      const matches = await verify(stored ?? (await spare), password);
      return stored !== undefined && matches;
    },
  };
}
