import type { Json, JsonObject } from '#contract/json.ts';
import { isSecretKey } from '#contract/settings/summary.ts';

/**
 * What a recording shows of an event: only what these lists name. Of a person's text it says how long it is, of a secret not even that. So
 * whatever is added to an event later stays hidden until somebody adds it here.
 */

/** Keys whose text is one of the charts' or the contract's own words. */
const wordKeys: ReadonlySet<string> = new Set(
  'kind type status code reason side direction by to work part device result how fieldType severity'.split(' '),
);

/** Those words. Any other text may be a person's. */
const words: ReadonlySet<string> = new Set(
  `aborted action add added alreadyDone answered applied authRequired behindConflict block blocked bottom cancelled checkbox choice code color
  conflict content create date default delete deleted desktop discard discarded done down due email empty Error failed fenced field file foreign foreignPage
  form gone heading help hiddenTab image images indeterminate info invalid keep key keyboard label later list loaded menu mine missing
  multiline new noAnswer none noNetwork notApplied notFound notStarted number offline offlineNeverLoaded online order page parallel paste pending phone
  placeholder pointer post quota radio RangeError read ready record records redone refused rejected remove rendered required row saved screen
  select sending serverTrouble server settings show signedIn signedOut signInNeeded stale stored success tablet telephone text theirs
  toggle top trouble TypeError unauthenticated unavailable undone unknown unread unreadable unsent up update url values warning website websites
  width written`.split(/\s+/u),
);

/** Keys whose text names a setting. It is shown where the contract has a setting of that name. */
const nameKeys: ReadonlySet<string> = new Set(['key', 'keys', 'field', 'settingKey']);

/** Keys of numbers that count or measure something, or are a time or an HTTP status. */
export const numberKeys: ReadonlySet<string> = new Set(
  `at appendedAt attempts column count dueAt epoch expiresAt fetchedAt index left line page pages percent perPage readAt retryAfterMs revision
  savedAt sent since status stepId total waited waitMs`.split(/\s+/u),
);

/** Keys of secrets, besides those of the contract's fields. */
const secretKey = /pass|secret|token|authori[sz]|cookie|credential|handle|user_?key|api_?key|seed|otp/iu;

/** Whether not even the length of its text is shown. */
const isSecret = (key: string): boolean => secretKey.test(key) || isSecretKey(key);

/** Of a list of names. */
const mostNames = 20;

export interface RedactedEvent {
  readonly type: string;
  readonly [key: string]: Json;
}

/** `isName`: whether a text is the name of a setting. */
export function redactEvent(event: { readonly type: string }, isName: (text: string) => boolean): RedactedEvent {
  const { type, ...payload } = event;
  return { ...redactValues(payload, isName), type: type.slice(0, 200) };
}

/** The same of a context, or of some of its values. */
export function redactValues(values: object, isName: (text: string) => boolean): JsonObject {
  const payload = Object.entries(values).filter(([, value]) => value !== undefined && typeof value !== 'function');
  const isOfSecret = payload.some(([key, value]) => nameKeys.has(key) && typeof value === 'string' && isSecret(value));
  return Object.fromEntries(
    payload.map(([key, value]) => [key, isOfSecret && typeof value === 'string' ? 'hidden' : redact(key, value, isName)]),
  );
}

function redact(key: string, value: unknown, isName: (text: string) => boolean): Json {
  if (isSecret(key)) return 'hidden';
  const shown = shownAsItIs(key, value, isName);
  if (shown !== undefined) return shown;
  if (typeof value === 'string') return `text of ${value.length} characters`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (value instanceof Error) return { name: words.has(value.name) ? value.name : 'Error', more: 1 };
  if (typeof value !== 'object' || value === null) return typeof value;
  const entries = Object.entries(value);
  const parts = entries.flatMap(([inner, part]) => {
    // A key itself may be a person's text, as in a list of values by name.
    const known = isKnownKey(inner) && !isSecret(inner) ? shownAsItIs(inner, part, isName) : undefined;
    return known === undefined ? [] : [[inner, known] as const];
  });
  return { ...Object.fromEntries(parts), ...(parts.length < entries.length ? { more: entries.length - parts.length } : {}) };
}

const isKnownKey = (key: string): boolean => wordKeys.has(key) || nameKeys.has(key) || numberKeys.has(key);

/** Undefined where it must not be shown. */
function shownAsItIs(key: string, value: unknown, isName: (text: string) => boolean): Json | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return numberKeys.has(key) ? value : undefined;
  if (typeof value === 'string') return (wordKeys.has(key) && words.has(value)) || (nameKeys.has(key) && isName(value)) ? value : undefined;
  if (!nameKeys.has(key) || !Array.isArray(value) || value.length > mostNames) return undefined;
  const names = value.filter((name): name is string => typeof name === 'string' && isName(name));
  return names.length === value.length ? names : undefined;
}
