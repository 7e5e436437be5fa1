import { useEffect, useState } from 'react';
import { afterFirstScreen } from './first-screen.ts';

/** True once the first screen can be used: the code of other parts loads only then. */
export function useAfterFirstScreen(): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    void afterFirstScreen.then(() => setIsAfter(true));
  }, []);
  return isAfter;
}
