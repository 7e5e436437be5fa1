import { eq } from 'drizzle-orm';
import type { WireValue } from '#contract/entities/setting.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { defaultValue, maxLengthOf, readWire } from '#contract/fields/index.ts';
import { settingOf } from '#contract/settings/index.ts';
import { rgbOf } from '#contract/settings/contrast.ts';
import type { Database } from '../connect.ts';
import { storedValue } from '../settings/check.ts';
import { settings } from '../tables/websites.ts';

/** Values by key, in wire format. */
export type Overlay = Readonly<Record<string, WireValue>>;

/** A website's settings, read by type. Nothing throws: an invalid value reads as the default. */
export interface SiteSettings {
  /** Trimmed; '' where there is no value. */
  readonly text: (key: string) => string;
  /** As typed, with its white space. */
  readonly code: (key: string) => string;
  readonly flag: (key: string, otherwise?: boolean) => boolean;
  readonly number: (key: string) => number | null;
  /** `#rrggbb` in lower case; null for anything else. */
  readonly color: (key: string) => string | null;
  /** The id of a file, menu or form. */
  readonly id: (key: string) => string | null;
  readonly isSet: (key: string) => boolean;
}

/** Reads the stored settings, with those of a preview applied. */
export async function readSiteSettings(db: Database, websiteId: number, over: Overlay = {}): Promise<SiteSettings> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings).where(eq(settings.websiteId, websiteId));
  const values = new Map<string, WireValue>(rows.map((row) => [row.key, storedValue(row.value)]));
  for (const [key, value] of Object.entries(over)) values.set(key, value);
  return siteSettings(values);
}

function siteSettings(values: ReadonlyMap<string, WireValue>): SiteSettings {
  /** Keys that no screen declares are read by the requested kind. */
  const read = (key: string, kind: 'text' | 'checkbox' | 'number' | 'image'): FieldValue => {
    const field: Field = settingOf(key)?.field ?? (kind === 'image' ? { kind, key, label: key, accept: [] } : { kind, key, label: key });
    const value = readWire(field, values.get(key)).value;
    return typeof value === 'string' ? value.slice(0, maxLengthOf(field) ?? value.length) : (value ?? defaultValue(field));
  };
  const code = (key: string) => {
    const value = read(key, 'text');
    return typeof value === 'string' ? value : '';
  };
  const isSet = (key: string) => {
    const first = values.get(key)?.[0];
    return first !== undefined && first !== null && first !== '';
  };
  return {
    code,
    isSet,
    text: (key) => code(key).trim(),
    flag: (key, otherwise) => {
      if (otherwise !== undefined && !isSet(key)) return otherwise;
      return read(key, 'checkbox') === true;
    },
    number: (key) => {
      const value = read(key, 'number');
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    },
    color: (key) => soundColor(code(key)),
    id: (key) => {
      const value = read(key, 'image');
      return typeof value === 'string' && value !== '' ? value : null;
    },
  };
}

/** `#rrggbb` in lower case; null for anything else. */
export function soundColor(typed: string): string | null {
  const color = typed.trim().toLowerCase();
  return rgbOf(color) ? color : null;
}
