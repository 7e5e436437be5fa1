import { useEffect, useEffectEvent } from 'react';

/** What a screen or a part of the shell can do now; the command palette lists it. */
export interface ScreenAction {
  readonly id: 'save' | 'undo' | 'redo' | 'preview' | 'clearCache';
  /** Why it can't be done now; null where it can. */
  readonly reason: string | null;
  /** What it would act on, such as the field that undo takes back. */
  readonly detail?: string;
  readonly run: () => void;
}

const offers = new Set<() => readonly ScreenAction[]>();

/** Offers actions for as long as the component is there. They are read when the palette opens, so that drawing costs nothing. */
export function useScreenActions(read: () => readonly ScreenAction[]): void {
  const latest = useEffectEvent(read);
  useEffect(() => {
    const offer = () => latest();
    offers.add(offer);
    return () => void offers.delete(offer);
  }, []);
}

/** Of several with the same id, the one that was drawn last. */
export function offeredActions(): readonly ScreenAction[] {
  return [...new Map([...offers].flatMap((read) => read()).map((action) => [action.id, action])).values()];
}
