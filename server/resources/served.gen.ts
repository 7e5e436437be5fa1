// Written by npm run codegen. Every resource with its table and what is special of it.
import { domains } from '#contract/resources/domains.ts';
import { domains as domainsTable } from '../tables/domains.ts';
import { hooks as domainsHooks } from './domains.ts';
import { forms } from '#contract/resources/forms.ts';
import { forms as formsTable } from '../tables/content.ts';
import { hooks as formsHooks } from './forms.ts';
import { listingSources } from '#contract/resources/listing-sources.ts';
import { listingSources as listingSourcesTable } from '../tables/listing-sources.ts';
import { hooks as listingSourcesHooks } from './listing-sources.ts';
import { popups } from '#contract/resources/popups.ts';
import { popups as popupsTable } from '../tables/popups.ts';
import { hooks as popupsHooks } from './popups.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { redirects as redirectsTable } from '../tables/redirects.ts';
import { hooks as redirectsHooks } from './redirects.ts';
import { seo } from '#contract/resources/seo.ts';
import { seo as seoTable } from '../tables/seo.ts';
import { hooks as seoHooks } from './seo.ts';
import { submissions } from '#contract/resources/submissions.ts';
import { submissions as submissionsTable } from '../tables/submissions.ts';
import { hooks as submissionsHooks } from './submissions.ts';
import { syncs } from '#contract/resources/syncs.ts';
import { syncs as syncsTable } from '../tables/syncs.ts';
import { hooks as syncsHooks } from './syncs.ts';
import { users } from '#contract/resources/users.ts';
import { users as usersTable } from '../tables/identity.ts';
import { hooks as usersHooks } from './users.ts';
import type { ServedResource } from './resource.ts';

export const served: readonly ServedResource[] = [
  { definition: domains, table: domainsTable, hooks: domainsHooks },
  { definition: forms, table: formsTable, hooks: formsHooks },
  { definition: listingSources, table: listingSourcesTable, hooks: listingSourcesHooks },
  { definition: popups, table: popupsTable, hooks: popupsHooks },
  { definition: redirects, table: redirectsTable, hooks: redirectsHooks },
  { definition: seo, table: seoTable, hooks: seoHooks },
  { definition: submissions, table: submissionsTable, hooks: submissionsHooks },
  { definition: syncs, table: syncsTable, hooks: syncsHooks },
  { definition: users, table: usersTable, hooks: usersHooks },
];
