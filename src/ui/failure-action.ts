import { createContext, type ReactNode } from 'react';

/** A button beside "Try again" wherever something could not be loaded. */
export const FailureAction = createContext<ReactNode>(null);
