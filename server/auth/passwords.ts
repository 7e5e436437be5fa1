import { hash, verify } from '@node-rs/argon2';

/** The library's default algorithm is argon2id; the numbers are OWASP's first choice for it. */
const owasp = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A password as RFC 8265 prepares it (OpaqueString): one keyboard writes é as one character and another as two, and a space may be any of
 * Unicode's.
 */
const prepared = (password: string): string => password.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');

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
    hash: (password) => hash(prepared(password), cost),
    verify: async (stored, password) => {
      const spare = decoyHash();
      // Created by the first attempt, for a known address or not, so that its duration reveals nothing; if it fails, known users can still
      // sign in.
      spare.catch(() => undefined);
      const known = stored ?? (await spare);
      // Earlier versions hashed a password as it was typed. For an unknown address the same is tried.
      const forms = new Set([prepared(password), password]);
      for (const form of forms) if (await verify(known, form)) return stored !== undefined;
      return false;
    },
  };
}
