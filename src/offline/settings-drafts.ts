import { isLocalId } from '#contract/resources/local-id.ts';
import { wireValueSchema } from '#contract/entities/setting.ts';
import { type FieldValue, isSeveral } from '#contract/fields/field.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { Draft } from '#db/drafts.ts';
import type { DraftContent, DraftKey, StoredDraft, ScreenKey } from '#machines/ports.ts';
import * as v from 'valibot';
import type { CurrentUser } from './current-user.ts';

/** What was typed on settings screens and not saved. */
export interface SettingsDrafts {
  /** Null where nothing was. */
  readDraft(place: ScreenKey): Promise<StoredDraft | null>;
  saveDraft(draft: DraftKey & DraftContent): Promise<void>;
  removeDraft(place: DraftKey): Promise<void>;
}

interface Deps {
  readonly store: ClientStore;
  readonly user: () => CurrentUser;
  /** What this page remembers of a screen has another draft now, or none. */
  readonly redraft: (place: ScreenKey, userId: string, draft: StoredDraft | null) => void;
}

const valuesSchema = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null(), v.array(v.string())]));
const baseSchema = v.record(v.string(), wireValueSchema);

/** What an older version wrote may have no base; what can't be read is no draft. */
function readDraft(draft: Draft | null): StoredDraft | null {
  const values = v.safeParse(valuesSchema, draft?.values);
  const base = v.safeParse(baseSchema, draft?.base);
  if (!draft || !values.success) return null;
  const { savedAt, leftSeq } = draft;
  return { values: values.output, base: base.success ? base.output : {}, savedAt, ...(leftSeq === undefined ? {} : { leftSeq }) };
}

/** `readKept` reads the draft of a user who was asked for before something was waited for. */
export function createSettingsDrafts({ store, user, redraft }: Deps): SettingsDrafts & {
  readonly readKept: (place: ScreenKey, userId: string) => Promise<StoredDraft | null>;
} {
  async function readKept({ websiteId, screenId }: ScreenKey, userId: string): Promise<StoredDraft | null> {
    const kept = readDraft(await store.drafts.get({ userId, websiteId, screen: screenId }));
    return kept && { ...kept, values: await withServerIds(userId, kept.values) };
  }

  /** A draft may name a file that was not on the server yet when it was kept. */
  async function withServerIds(
    userId: string,
    values: Readonly<Record<string, FieldValue>>,
  ): Promise<Readonly<Record<string, FieldValue>>> {
    if (!Object.values(values).flat().some(isLocalId)) return values;
    const aliases = await store.files.idMap(userId);
    const known = <Value>(value: Value): Value | string => (isLocalId(value) ? (aliases.get(value) ?? value) : value);
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, isSeveral(value) ? value.map(known) : known(value)]));
  }

  return {
    readKept,
    readDraft: (place) => readKept(place, user().userId),
    async saveDraft({ websiteId, screenId, values, base, replaces }) {
      const { userId } = user();
      const isKept = await store.drafts.put({ userId, websiteId, screen: screenId }, { values, base }, replaces);
      if (isKept) redraft({ websiteId, screenId }, userId, { values, base, savedAt: Date.now() });
    },
    async removeDraft({ websiteId, screenId, replaces }) {
      const { userId } = user();
      await store.drafts.remove({ userId, websiteId, screen: screenId }, replaces);
      redraft({ websiteId, screenId }, userId, null);
    },
  };
}
