// Written by npm run codegen. Every kind of record that is one definition.
import type { ResourceDefinition } from './define.ts';
import { popups } from './popups.ts';
import { redirects } from './redirects.ts';

export const resources: readonly ResourceDefinition[] = [
  popups,
  redirects,
];
