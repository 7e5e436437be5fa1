import { useEffect, useEffectEvent } from 'react';

/** What a form can do now. `undo` and `redo`: what they would act on; null where there is nothing. */
export interface FormOffer {
  readonly kind: 'form';
  /** Why there is nothing to save; null where there is. Undefined where the screen has no Save. */
  readonly cannotSave?: string | null;
  readonly undo: string | null;
  readonly redo: string | null;
  readonly act: (action: 'save.requested' | 'undo.requested' | 'redo.requested') => void;
}

/** What the shell can do now. */
export type ScreenOffer =
  | FormOffer
  | { readonly kind: 'clearCache'; readonly reason: string | null; readonly run: () => void }
  /** Null: the website has no domain. */
  | { readonly kind: 'preview'; readonly address: string | null };

/** Of each screen or part of the shell that is there. */
export const screenOffers = new Set<() => ScreenOffer>();

/** Offers actions to the command palette, for as long as the component is there. They are read when it opens: drawing costs nothing. */
export function useScreenOffer(read: () => ScreenOffer): void {
  const latest = useEffectEvent(read);
  useEffect(() => {
    const offer = () => latest();
    screenOffers.add(offer);
    return () => void screenOffers.delete(offer);
  }, []);
}
