import { useEffect } from 'react';
import { useApp } from './use-app.ts';

/** Tells the analytics port that a screen was seen, once for each time it opens. */
export function usePageView(name: string): void {
  const { analytics } = useApp();
  useEffect(() => {
    analytics.page(name);
  }, [analytics, name]);
}
