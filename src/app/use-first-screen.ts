import { useEffect } from 'react';
import { firstScreenShown } from './first-screen.ts';

/** Tells that a screen can be used, as soon as it can be. */
export function useFirstScreen(isShown: boolean): void {
  useEffect(() => {
    if (isShown) firstScreenShown();
  }, [isShown]);
}
