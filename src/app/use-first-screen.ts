import { useEffect } from 'react';
import { firstScreenShown } from './first-screen.ts';

/** Reports that the first screen is usable, as soon as it is shown. */
export function useFirstScreen(isShown: boolean): void {
  useEffect(() => {
    if (isShown) firstScreenShown();
  }, [isShown]);
}
