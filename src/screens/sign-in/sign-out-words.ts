import type { Unsent } from '#src/app/device/device.ts';

const waits = 'Signed out, they can wait on this device for your next sign-in here, or be discarded for good.';

/** The question before a sign-out. What was typed and never saved is named apart: staying does not send it. */
export function signOutWords({ changes, drafts }: Unsent): { readonly title: string; readonly text: string } {
  const unsaved = drafts === 1 ? '1 screen has unsaved changes' : `${drafts} screens have unsaved changes`;
  if (changes === 0) return { title: unsaved, text: `Stay to save them. ${waits}` };
  return {
    title: changes === 1 ? '1 change is not yet on the server' : `${changes} changes are not yet on the server`,
    text: `Stay to let them be sent.${drafts > 0 ? ` ${unsaved} besides, which no save has taken yet.` : ''} ${waits}`,
  };
}
