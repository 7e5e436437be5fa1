import { localIdsIn, withServerIds } from '#contract/resources/local-id.ts';
import type { IdMap } from '#contract/resources/mutation.ts';
import { wireValueSchema } from '#contract/entities/setting.ts';
import { jsonSchema } from '#contract/json.ts';
import type { ClientStore } from '#db/open-client-store.ts';
import type { Draft } from '#db/drafts.ts';
import type { DraftContent, DraftKey, StoredDraft, ScreenKey } from '#machines/ports.ts';
import * as v from 'valibot';
import type { CurrentUser } from './current-user.ts';

/** The drafts of settings screens: what was typed and not saved. */
export interface SettingsDrafts {
  /** Null where there is no draft. */
  readDraft(screenKey: ScreenKey): Promise<StoredDraft | null>;
  saveDraft(draft: DraftKey & DraftContent): Promise<void>;
  removeDraft(draftKey: DraftKey): Promise<void>;
}

interface Deps {
  readonly store: { readonly drafts: ClientStore['drafts']; readonly files: Pick<ClientStore['files'], 'idMap'> };
  readonly user: () => CurrentUser;
  /** Called when the draft of a screen is being written or removed, and again with null where it may not be stored. */
  readonly redraft: (screenKey: ScreenKey, userId: string, draft: StoredDraft | null) => void;
}

const plainSchema = v.union([v.string(), v.number(), v.boolean(), v.null()]);
// The fields of a form have lists of their own.
const valuesSchema = v.record(v.string(), v.union([plainSchema, v.array(v.string()), v.array(v.record(v.string(), jsonSchema))]));
const baseSchema = v.record(v.string(), wireValueSchema);

/** A draft of an older version may have no base. A draft that can't be read counts as none. */
function readDraft(draft: Draft | null, ids: IdMap): StoredDraft | null {
  if (!draft) return null;
  const values = v.safeParse(valuesSchema, withServerIds(draft.values, ids));
  const base = v.safeParse(baseSchema, draft.base);
  if (!values.success) return null;
  const { savedAt, leftSeq } = draft;
  return { values: values.output, base: base.success ? base.output : {}, savedAt, ...(leftSeq === undefined ? {} : { leftSeq }) };
}

/** `readDraftOf` reads the draft of a given user, for a caller that has waited since it asked who is signed in. */
export function createSettingsDrafts({ store, user, redraft }: Deps): SettingsDrafts & {
  readonly readDraftOf: (screenKey: ScreenKey, userId: string) => Promise<StoredDraft | null>;
} {
  async function readDraftOf({ websiteId, screenId }: ScreenKey, userId: string): Promise<StoredDraft | null> {
    const draft = await store.drafts.get({ userId, websiteId, screen: screenId });
    // It may name a file by its local id, since it was stored before the file was sent.
    const hasLocal = localIdsIn(JSON.stringify(draft?.values ?? null)).size > 0;
    return readDraft(draft, hasLocal ? await store.files.idMap(userId) : new Map());
  }

  return {
    readDraftOf,
    // Rejects where nobody is signed in any more: a screen that is about to close may still read.
    readDraft: async (screenKey) => readDraftOf(screenKey, user().userId),
    // A screen that opens again at once has it, although it is still being written.
    async saveDraft({ websiteId, screenId, values, base, replaces }) {
      const { userId } = user();
      redraft({ websiteId, screenId }, userId, { values, base, savedAt: Date.now() });
      const isStored = await store.drafts.put({ userId, websiteId, screen: screenId }, { values, base }, replaces);
      if (!isStored) redraft({ websiteId, screenId }, userId, null);
    },
    async removeDraft({ websiteId, screenId, replaces }) {
      const { userId } = user();
      redraft({ websiteId, screenId }, userId, null);
      await store.drafts.remove({ userId, websiteId, screen: screenId }, replaces);
    },
  };
}
