import { hostNameOf } from '../host-name.ts';
import type { RecordValues, Values } from './define.ts';
import { effectOn, type ReadRedirect } from './redirect-effect.ts';
import { anchorOf, anchorsOf, keyOf, passedOn, readSiteAddress, type SiteAddress } from './site-address.ts';

const loop = 'This is a loop: visitors are led back to where they began.';
const intoLoop = 'This leads into a loop: visitors never arrive.';
const twice = 'Another redirect begins at this address.';
const chain = 'The second address is redirected too: lead straight to where that ends.';

/** Warnings that a save asks about first. */
export const loops: readonly string[] = [loop, intoLoop];

interface Redirect extends ReadRedirect {
  readonly kind: 'redirect';
  readonly record: Values;
}

/** Where a domain sends the visitors of its homepage, or, as a microsite, what it shows there. */
interface Home {
  readonly kind: 'home';
  readonly record: Values;
  readonly to: SiteAddress;
  readonly isMicrosite: boolean;
}

interface Website {
  readonly ownHosts: ReadonlySet<string>;
  readonly home: Home | null;
  /** The redirects of the website by the anchors at which they can apply. */
  readonly redirects: ReadonlyMap<string, readonly Redirect[]>;
}

/** One step of a visitor. `by`: the redirect or the domain, or both where a microsite shows a path that is redirected. */
interface Step {
  readonly by: readonly (Redirect | Home)[];
  readonly to: SiteAddress;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const ownHostsOf = (domains: readonly Values[]): ReadonlySet<string> =>
  new Set(domains.map(({ domain }) => hostNameOf(textOf(domain))).filter((host) => host !== ''));

function redirectOf(record: Values, ownHosts: ReadonlySet<string>): Redirect {
  const [from, to] = [record['redirects_from'], record['redirects_to']].map((address) => readSiteAddress(address, ownHosts));
  const [rewrite, redirectToRewrite] = [record['rewrite'] === true, record['redirect_to_rewrite'] === true];
  return { kind: 'redirect', record, from: from ?? null, to: to ?? null, rewrite, redirectToRewrite };
}

/** Null: its homepage is shown as it is. */
export function homeOf(domain: Values): Home | null {
  const to = readSiteAddress(domain['redirect_to_path']);
  return to && to.path !== '/' ? { kind: 'home', record: domain, to, isMicrosite: domain['is_microsite'] === true } : null;
}

/** The domain at which a website's redirects arrive: its primary one, or else its first. */
export function mainDomain<Domain extends Values>(domains: readonly Domain[]): Domain | null {
  const order = ({ is_primary: isPrimary, id }: Values) =>
    isPrimary === true ? -1 : Number.isNaN(Number(id)) ? Number.MAX_VALUE : Number(id);
  return domains.toSorted((a, b) => order(a) - order(b))[0] ?? null;
}

/** Computed once for each list: every record of a page uses the same one. */
const websites = new WeakMap<readonly RecordValues[], WeakMap<readonly RecordValues[], Website>>();

function websiteOf(redirects: readonly RecordValues[], domains: readonly RecordValues[]): Website {
  const known = websites.get(redirects)?.get(domains);
  if (known) return known;
  const ownHosts = ownHostsOf(domains);
  const byAnchor = new Map<string, Redirect[]>();
  for (const redirect of redirects.map((record) => redirectOf(record, ownHosts))) {
    const ends = [redirect.from, redirect.rewrite && redirect.redirectToRewrite ? redirect.to : null];
    for (const anchor of new Set(ends.flatMap((end) => (end ? [anchorOf(end)] : [])))) {
      const there = byAnchor.get(anchor);
      if (there) there.push(redirect);
      else byAnchor.set(anchor, [redirect]);
    }
  }
  const main = mainDomain(domains);
  const made = { ownHosts, home: main && homeOf(main), redirects: byAnchor };
  websites.set(redirects, (websites.get(redirects) ?? new WeakMap<readonly RecordValues[], Website>()).set(domains, made));
  return made;
}

const others = (website: Website, visitor: SiteAddress, { id }: Values): readonly Redirect[] =>
  anchorsOf(visitor)
    .flatMap((anchor) => website.redirects.get(anchor) ?? [])
    .filter(({ record }) => record['id'] !== id);

/** Follows visitors over a website. `home`: of its main domain. `self`: a redirect as it is being edited. */
function walker(website: Website, home: Home | null, self: Redirect | null) {
  function redirected(visitor: SiteAddress): Step | null {
    const effect = effectOn([...(self ? [self] : []), ...others(website, visitor, self?.record ?? {})], visitor);
    // A rewrite shows its second address at the first.
    if (!effect || (effect.redirect.rewrite && !effect.isBack)) return null;
    const target = effect.isBack ? effect.redirect.from : effect.redirect.to;
    return target && { by: [effect.redirect], to: { ...target, params: passedOn(target.params, visitor.params, effect.used) } };
  }

  function atHome(from: Home, visitor: SiteAddress): Step | null {
    const to = { ...from.to, params: passedOn(from.to.params, visitor.params, []) };
    if (!from.isMicrosite) return { by: [from], to };
    const further = redirected(to);
    return further && { by: [from, ...further.by], to: further.to };
  }

  const step = (visitor: SiteAddress): Step | null =>
    home && visitor.host === '' && visitor.path === '/' ? atHome(home, visitor) : redirected(visitor);

  /** The steps of a visitor, and those of them that they take again and again. */
  function walk(start: SiteAddress, first: Step | null): { readonly steps: readonly Step[]; readonly circle: readonly Step[] } {
    const passed = new Map<string, Step>();
    let key = keyOf(start);
    for (let next = first; next; ) {
      passed.set(key, next);
      key = keyOf(next.to);
      if (passed.has(key)) return { steps: [...passed.values()], circle: [...passed.values()].slice([...passed.keys()].indexOf(key)) };
      next = step(next.to);
    }
    return { steps: [...passed.values()], circle: [] };
  }

  return { step, walk, atHome };
}

/**
 * Two from one address; one that leads to another one's address, which is a chain, or a loop where it leads back. A rewrite ends a chain,
 * because its visitors stay at their address. The visitor's query is passed on as the website does it, so that a loop with that query
 * alone is found too, at the redirect that names it.
 */
export function redirectWarnings(record: Values, redirects: readonly RecordValues[], domains: readonly RecordValues[]): readonly string[] {
  const website = websiteOf(redirects, domains);
  const self = redirectOf(record, website.ownHosts);
  const { from, to } = self;
  if (!from) return [];
  const key = keyOf(from);
  const found = others(website, from, record).some((other) => other.from && keyOf(other.from) === key) ? [twice] : [];
  const leadsBack = self.rewrite && self.redirectToRewrite && to !== null;
  const start = leadsBack ? to : from;
  const { step, walk } = walker(website, website.home, self);
  const first = step(start);
  // An own address whose visitors another redirect takes, or the domain, is not on the way.
  if (!first?.by.includes(self)) return found;
  const { steps, circle } = walk(start, first);
  if (circle.length > 0) return [...found, circle.some(({ by }) => by.includes(self)) ? loop : intoLoop];
  const isChain = !leadsBack && steps.slice(1).some(({ by }) => by.some(({ kind }) => kind === 'redirect'));
  return isChain ? [...found, chain] : found;
}

/** A homepage that the website's redirects lead back to itself, or into a loop. */
export function domainWarnings(record: Values, domains: readonly RecordValues[], redirects: readonly RecordValues[]): readonly string[] {
  const home = homeOf(record);
  if (!home) return [];
  const main = mainDomain([record, ...domains.filter(({ id }) => id !== record['id'])]);
  const isMain = main === record;
  const { walk, atHome } = walker(websiteOf(redirects, domains), isMain ? home : main && homeOf(main), null);
  const homepage: SiteAddress = { host: isMain ? '' : hostNameOf(textOf(record['domain'])), path: '/', params: [] };
  const { circle } = walk(homepage, atHome(home, homepage));
  if (circle.length === 0) return [];
  return [circle.some(({ by }) => by.includes(home)) ? loop : intoLoop];
}
