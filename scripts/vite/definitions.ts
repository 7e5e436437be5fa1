import { screens } from '../../contract/settings/summary.gen.ts';

/** The chunk of definitions that share their sections. */
export const landingPages = 'landing-pages';

const definition = new RegExp(`^assets/(?:${[landingPages, ...screens.map(({ id }) => id)].join('|')})-[\\w-]{7,8}\\.js$`, 'u');
/** More than any screen or its preview needs: a module that imports this many needs all of them. */
const many = 6;

/** What few visits open: the names of all the chunks that it needs would stand in the first file. */
const seldom =
  /^assets\/(?:conflict-(?:dialog|form)|gallery|logout|report|flight-recorder|flow-drawer|state-flows|paths|_app\.state-flows[^/]*)-[\w-]{7,8}\.js$/u;

/**
 * Small chunks that the page State flows shares with a screen. Their names in each list would cost the first screen more than a further
 * request costs the one that needs them.
 */
const small = /^assets\/(?:[\w-]+\.machine|password-charts)-[\w-]{7,8}\.js$/u;

/** What the page itself loads: it is there before a script asks for any chunk. */
const always = /^assets\/(?:framework|base|rolldown-runtime|index)-[\w-]{7,8}\.(?:js|css)$/u;

/** What every screen behind the sign-in has loaded: only the first file and that screen's ask for it. */
const behindSignIn = /^assets\/(?:shared|create-client-services)-[\w-]{7,8}\.(?:js|css)$/u;
const before = /^assets\/(?:index|sign-in|notices|revoking)-/u;

/** Whether a chunk is there before a script of `host` asks for anything. */
const isThere = (chunk: string, host: string): boolean => always.test(chunk) || (behindSignIn.test(chunk) && !before.test(host));

/**
 * The chunks that a chunk preloads, without the settings screens' definitions where it needs all of them. Sync does, and loads after the
 * first screen: otherwise the names of some twenty files would stand in each file that imports it, the first one among them.
 */
export function withoutCatalogue(
  file: string,
  files: string[],
  { hostId, hostType }: { readonly hostId: string; readonly hostType: 'html' | 'js' },
): string[] {
  if (seldom.test(file)) return [];
  const own = files.filter((each) => !small.test(each) && !(hostType === 'js' && isThere(each, hostId)));
  const others = own.filter((each) => !definition.test(each));
  const wanted = own.length - others.length < many ? own : others;
  // The import itself requests the chunk.
  return wanted.every((each) => each === file) ? [] : wanted;
}
