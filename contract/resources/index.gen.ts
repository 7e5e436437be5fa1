// Written by npm run codegen. Every kind of record that is one definition.
import type { ResourceDefinition } from './define.ts';
import { domains } from './domains.ts';
import { forms } from './forms.ts';
import { listingSources } from './listing-sources.ts';
import { popups } from './popups.ts';
import { redirects } from './redirects.ts';
import { seo } from './seo.ts';
import { submissions } from './submissions.ts';
import { syncs } from './syncs.ts';
import { users } from './users.ts';

export const resources: readonly ResourceDefinition[] = [
  domains,
  forms,
  listingSources,
  popups,
  redirects,
  seo,
  submissions,
  syncs,
  users,
];
