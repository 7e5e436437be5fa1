import * as v from 'valibot';

/** What a user of this browser has pinned and used. Ids alone: nothing of what they stand for. */
const usesPlace = 'frontage.uses.';
const pinsPlace = 'frontage.pins.';

const mostRecent = 8;
const mostPinned = 50;
const mostUses = 300;
/** After this long a use counts half. ms. */
const halfLifeMs = 14 * 24 * 60 * 60 * 1000;

const idsSchema = v.array(v.string());
/** How much an entry was used, and when that was counted, in ms since the epoch. */
const useSchema = v.tuple([v.pipe(v.number(), v.finite(), v.minValue(0)), v.pipe(v.number(), v.finite())]);
type Use = v.InferOutput<typeof useSchema>;

export interface UserMarks {
  /** Ids of websites, the latest first. */
  readonly recent: readonly string[];
  /** By entry of the palette. */
  readonly uses: ReadonlyMap<string, Use>;
}

/** Anything may stand in storage; what can't be read counts as absent. */
export function parsePins(stored: string | null): readonly string[] {
  const parsed = v.safeParse(idsSchema, jsonOf(stored));
  return parsed.success ? [...new Set(parsed.output)].slice(0, mostPinned) : [];
}

export function parseMarks(stored: string | null): UserMarks {
  const parsed = v.safeParse(v.object({ recent: v.fallback(idsSchema, []), uses: v.fallback(v.array(v.unknown()), []) }), jsonOf(stored));
  if (!parsed.success) return { recent: [], uses: new Map() };
  const { recent, uses } = parsed.output;
  const read = uses.flatMap((use) => {
    const one = v.safeParse(v.tuple([v.string(), useSchema]), use);
    return one.success ? [one.output] : [];
  });
  return { recent: [...new Set(recent)].slice(0, mostRecent), uses: new Map(read.slice(0, mostUses)) };
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** What a use counts now. */
export const weightOf = ([count, at]: Use, now: number): number => count * 0.5 ** (Math.max(0, now - at) / halfLifeMs);

export function withUse({ recent, uses }: UserMarks, entry: string, now: number): UserMarks {
  const before = uses.get(entry);
  const all = [...uses, [entry, [(before ? weightOf(before, now) : 0) + 1, now]] as const];
  const kept = [...new Map<string, Use>(all.map(([id, [count, at]]) => [id, [count, at]]))].sort(
    ([, a], [, b]) => weightOf(b, now) - weightOf(a, now),
  );
  return { recent, uses: new Map(kept.slice(0, mostUses)) };
}

export function withRecentWebsite({ recent, uses }: UserMarks, websiteId: string): UserMarks {
  return { recent: [websiteId, ...recent.filter((id) => id !== websiteId)].slice(0, mostRecent), uses };
}

export const withPinToggled = (pins: readonly string[], websiteId: string): readonly string[] =>
  pins.includes(websiteId) ? pins.filter((id) => id !== websiteId) : [...pins, websiteId].slice(-mostPinned);

export const readMarks = (userId: string): UserMarks => parseMarks(read(usesPlace + userId));
const writeMarks = (userId: string, { recent, uses }: UserMarks): void =>
  write(usesPlace + userId, JSON.stringify({ recent, uses: [...uses] }));

export const noteUse = (userId: string, entry: string, now: number): void => writeMarks(userId, withUse(readMarks(userId), entry, now));
export const noteWebsite = (userId: string, websiteId: string): void => writeMarks(userId, withRecentWebsite(readMarks(userId), websiteId));

const listeners = new Set<() => void>();
/** As text, so that the same pins are the same value. */
export const storedPins = (userId: string): string | null => read(pinsPlace + userId);
export function watchPins(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export function togglePin(userId: string, websiteId: string): void {
  write(pinsPlace + userId, JSON.stringify(withPinToggled(parsePins(storedPins(userId)), websiteId)));
  for (const listener of listeners) listener();
}

/** At a sign-out: what was used and opened. Pins stay with the user, for the next time. Without a user: of all but these. */
export function forgetMarks(userId: string | null, staying: readonly string[] = []): void {
  try {
    const places = Object.keys(localStorage).filter((place) => place.startsWith(usesPlace));
    const kept = new Set(staying.map((id) => usesPlace + id));
    for (const place of places) if (userId === null ? !kept.has(place) : place === usesPlace + userId) localStorage.removeItem(place);
  } catch {
    // Storage that is closed to the page: nothing is in it.
  }
}

function read(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function write(place: string, text: string): void {
  try {
    localStorage.setItem(place, text);
  } catch {
    // Only a convenience: a full or closed storage forgets it.
  }
}
