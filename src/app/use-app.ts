import { useRouter } from '@tanstack/react-router';
import type { App } from './app.ts';

export function useApp(): App {
  return useRouter().options.context.app;
}
