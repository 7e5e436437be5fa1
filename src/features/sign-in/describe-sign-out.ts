import type { Disconnection } from '#contract/disconnection.ts';
import { whenConnected } from '#machines/disconnection-messages.ts';
import type { Unsent } from '#src/offline/client-services.ts';

/** The question before a sign-out. It names unsaved changes separately: staying does not send them. */
export function describeSignOut(
  { changes, attention, drafts }: Unsent,
  met: Disconnection | null,
  isOnDevice = true,
): { readonly title: string; readonly text: string } {
  const they = changes === 1 && drafts === 0 ? 'it' : 'they';
  const pendingNote = isOnDevice
    ? `Signed out, ${they} can wait on this device for your next sign-in here, or be discarded for good.`
    : `Signed out, ${they} can wait for your next sign-in in this tab, as long as it is open, or be discarded for good.`;
  const unsaved = drafts === 1 ? '1 screen has unsaved changes' : `${drafts} screens have unsaved changes`;
  if (changes === 0) return { title: unsaved, text: `Stay to save them. ${pendingNote}` };
  return {
    title: changes === 1 ? '1 change is not yet on the server' : `${changes} changes are not yet on the server`,
    text: `${describeStaying(changes, attention, met)}${drafts > 0 ? ` ${unsaved} besides, which no save has taken yet.` : ''} ${pendingNote}`,
  };
}

/** What staying achieves: entries that need attention are not sent by waiting. */
function describeStaying(changes: number, attention: number, met: Disconnection | null): string {
  const when = met ? ` when ${whenConnected(met)}` : '';
  if (attention === 0) return changes === 1 ? `Stay to let it be sent${when}.` : `Stay to let them be sent${when}.`;
  const decide = 'stay to decide in the sync centre.';
  if (attention === changes) return changes === 1 ? `It needs your attention: ${decide}` : `They need your attention: ${decide}`;
  const rest = changes - attention;
  return `${attention} of them ${attention === 1 ? 'needs' : 'need'} your attention: ${decide} The other ${rest === 1 ? 'one is' : `${rest} are`} sent ${met ? `when ${whenConnected(met)}` : `as soon as ${rest === 1 ? 'it' : 'they'} can be`}.`;
}
