import { useEffect, useEffectEvent, useRef } from 'react';

/** The last failed save whose message has had the focus. */
export interface FocusedAttempt {
  current: number;
}

/**
 * Gives a message the focus once for each failed save; 0: there was none. `answered` belongs to what outlives the message: one that goes and
 * comes back while somebody types must not take the focus away from the field.
 */
export function useAttemptFocus(attempt: number, answered: FocusedAttempt | undefined, focus: () => void): void {
  const own = useRef(0);
  const last = answered ?? own;
  const take = useEffectEvent(focus);
  useEffect(() => {
    if (attempt <= last.current) return;
    last.current = attempt;
    take();
  }, [attempt, last]);
}
