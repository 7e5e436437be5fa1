import { useEffect } from 'react';
import { useApp } from './use-app.ts';

/** Reports a page view to the analytics port, once each time a screen opens. */
export function usePageView(name: string): void {
  const { analytics } = useApp();
  useEffect(() => {
    analytics.page(name);
  }, [analytics, name]);
}
