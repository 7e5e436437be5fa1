import { useEffect, useState } from 'react';
import { afterFirstScreen } from './first-screen.ts';

/** Whether the first screen can be used: for parts whose code nobody waits for at a start. */
export function useAfterFirstScreen(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    void afterFirstScreen.then(() => setIsAfter(true));
  }, []);
  return isAfter;
}
