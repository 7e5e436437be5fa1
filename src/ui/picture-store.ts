import { createContext } from 'react';

/** Keeps the pictures that were seen, for when there is no connection. */
export interface PictureStore {
  readonly remember: (url: string) => void;
  /** Null where it was never seen, or had to make room. */
  readonly peek: (url: string) => Promise<Blob | null>;
}

/** Null where pictures are only shown while there is a connection. */
export const PictureStoreContext = createContext<PictureStore | null>(null);
