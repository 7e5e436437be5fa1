import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useCallback } from 'react';

/**
 * For a link back to the previous screen: it goes back in the history where that screen is the previous entry, so that the browser's Back
 * does not lead forth again. Elsewhere, and with a modifier key, it is a link.
 */
export function useGoBack(): (event: MouseEvent) => void {
  const router = useRouter();
  return useCallback(
    (event) => {
      if (!router.state.location.state.backIsPrevious || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      router.history.back();
    },
    [router],
  );
}
