import { type Json, jsonSchema } from '#contract/json.ts';
import { settingOf } from '#contract/settings/index.ts';
import * as v from 'valibot';
import type { ClientDatabase } from './stores.ts';

/** What was being typed on a screen. `base`: the server's word when each edit began; `savedAt` in ms since the epoch. */
export interface Draft {
  readonly screen: string;
  readonly websiteId: string;
  readonly values: Readonly<Record<string, Json>>;
  readonly base: Readonly<Record<string, Json>>;
  readonly savedAt: number;
}

const fields = v.record(v.string(), jsonSchema);
const draftSchema = v.object({ screen: v.string(), websiteId: v.string(), values: fields, base: fields, savedAt: v.number() });

export interface DraftPlace {
  readonly userId: string;
  readonly websiteId: string;
  readonly screen: string;
}

/** Unsaved typing, kept per user, website and screen. Secret fields are left out. `put` rejects when the device can't store it. */
export interface Drafts {
  get(place: DraftPlace): Promise<Draft | null>;
  put(place: DraftPlace, draft: Pick<Draft, 'values' | 'base'>): Promise<void>;
  remove(place: DraftPlace): Promise<void>;
  list(userId: string): Promise<readonly Draft[]>;
}

/** The drafts on an open database. `now` in ms since the epoch. */
export function createDrafts(db: ClientDatabase, now: () => number): Drafts {
  const keyOf = ({ userId, websiteId, screen }: DraftPlace): [string, string, string] => [userId, websiteId, screen];
  return {
    async get(place) {
      return readDraft(await db.drafts.get(keyOf(place)));
    },
    async put({ userId, websiteId, screen }, { values, base }) {
      await db.drafts.put({ userId, websiteId, screen, values: withoutSecrets(values), base: withoutSecrets(base), savedAt: now() });
    },
    async remove(place) {
      await db.drafts.delete(keyOf(place));
    },
    async list(userId) {
      return (await db.drafts.where('userId').equals(userId).toArray()).flatMap((row) => readDraft(row) ?? []);
    },
  };
}

/** What can't be read is no draft. */
function readDraft(row: unknown): Draft | null {
  const parsed = v.safeParse(draftSchema, row);
  return parsed.success ? parsed.output : null;
}

function withoutSecrets(values: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => settingOf(key)?.field.secret !== true));
}
