import type { StorePlace } from '#db/store-place.ts';
import { createContext, useContext } from 'react';

/** Where the client store is, for all that says where changes wait. */
export const StorePlaceContext = createContext<StorePlace>('device');

export const useIsOnDevice = (): boolean => useContext(StorePlaceContext) === 'device';

/** Where changes wait and drafts are kept, in a sentence. */
export const useWhereKept = (): string => (useIsOnDevice() ? 'on this device' : 'in this tab');
