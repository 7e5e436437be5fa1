/** A redirect by the keys of its addresses. `toKey` is null where it leads to another website. */
export interface KeyedRedirect {
  readonly fromKey: string;
  readonly toKey: string | null;
  readonly rewrite: boolean;
  readonly redirectToRewrite: boolean;
}

/** What happens to a visitor: which redirect applies, and in which direction. */
export interface RedirectEffect<Redirect> {
  readonly redirect: Redirect;
  /** From its second address to its first, as `redirectToRewrite` asks for. */
  readonly isBack: boolean;
  /** The visitor's query is passed on where the target has none: the redirect itself names no query. */
  readonly passesQuery: boolean;
}

/**
 * The effect of redirects on a request. `exact` and `bare` are the keys of the requested address with its query and without. A redirect that
 * names no query applies to any. Null: none applies.
 */
export function effectOn<Redirect extends KeyedRedirect>(
  redirects: readonly Redirect[],
  { exact, bare }: { readonly exact: string; readonly bare: string },
): RedirectEffect<Redirect> | null {
  const away = redirects.find(({ fromKey }) => fromKey === exact) ?? redirects.find(({ fromKey }) => fromKey === bare);
  if (away) return { redirect: away, isBack: false, passesQuery: away.fromKey === bare };
  const leadsBack = redirects.filter(({ rewrite, redirectToRewrite }) => rewrite && redirectToRewrite);
  const back = leadsBack.find(({ toKey }) => toKey === exact) ?? leadsBack.find(({ toKey }) => toKey === bare);
  return back ? { redirect: back, isBack: true, passesQuery: back.toKey === bare } : null;
}
