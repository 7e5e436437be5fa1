import type { SiteAddress } from './site-address.ts';

/** A redirect by its addresses. `to` is null where it leads to another website. */
export interface ReadRedirect {
  readonly from: SiteAddress | null;
  readonly to: SiteAddress | null;
  readonly rewrite: boolean;
  readonly redirectToRewrite: boolean;
}

/** What happens to a visitor: which redirect applies, and in which direction. */
export interface RedirectEffect<Redirect> {
  readonly redirect: Redirect;
  /** From its second address to its first, as `redirectToRewrite` asks for. */
  readonly isBack: boolean;
  /** The parameters that the redirect names, which it does not pass on. */
  readonly used: readonly string[];
}

/**
 * The effect of redirects on a visitor's address. A redirect applies where its parameters are all there, in any order and among others; of
 * several, the one that names most. Null: none applies.
 */
export function effectOn<Redirect extends ReadRedirect>(
  redirects: readonly Redirect[],
  visitor: SiteAddress,
): RedirectEffect<Redirect> | null {
  const has = new Set(visitor.params);
  const best = (candidates: readonly Redirect[], side: 'from' | 'to'): RedirectEffect<Redirect> | null => {
    let found: RedirectEffect<Redirect> | null = null;
    for (const redirect of candidates) {
      const address = redirect[side];
      if (!address || address.host !== visitor.host || address.path !== visitor.path) continue;
      const isNamed = address.params.every((param) => has.has(param));
      if (isNamed && (!found || new Set(address.params).size > new Set(found.used).size))
        found = { redirect, isBack: side === 'to', used: address.params };
    }
    return found;
  };
  return (
    best(redirects, 'from') ??
    best(
      redirects.filter(({ rewrite, redirectToRewrite }) => rewrite && redirectToRewrite),
      'to',
    )
  );
}
