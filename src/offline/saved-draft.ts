import type { SavedDraft, SettingsSubmission } from '#machines/ports.ts';

/** What a save that begins now takes out of the drafts of its form. */
export function savedDraftOf({ drafted }: Pick<SettingsSubmission, 'drafted'>): SavedDraft | null {
  if (!drafted) return null;
  const { screenId, ...rest } = drafted;
  return { ...rest, screens: [screenId], at: Date.now() };
}
