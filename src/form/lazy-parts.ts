import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { fieldConflict, pendingMark } from './choice-parts.tsx';

/** Parts that most settings screens never need. */
export const shownMessages = lazyComponent(async () => (await import('./shown-messages.tsx')).ShownMessages);
export const formOutline = lazyComponent(async () => (await import('./form-outline.tsx')).FormOutline);
export const searchResultCard = lazyComponent(async () => (await import('./search-result-card.tsx')).SearchResultCard);
export const fieldReveal = lazyComponent(
  async () => (await import('./field-reveal.tsx')).FieldReveal,
  () => null,
);
export const settingsFailure = lazyComponent(async () => (await import('./settings-failure.tsx')).SettingsFailure);

/** Loads what a form shows after a lost connection or a failed save, while there still is a connection. */
export async function preloadTrouble(): Promise<void> {
  for (const part of [shownMessages, pendingMark, fieldConflict]) part.preload();
}
