// Written by npm run codegen. Where lists of records stand under /website/{websiteId}/, and in the navigation: all that the shell loads of a resource.
export const resourcePlaces = [
  { path: 'admin/domains', entry: null },
  { path: 'forms', entry: null },
  { path: 'admin/listing-sources', entry: null },
  { path: 'marketing/popups', entry: null },
  { path: 'admin/redirects', entry: { label: 'Redirects', after: 'admin/domains' } },
  { path: 'seo', entry: null },
  { path: 'submissions', entry: null },
  { path: 'account/syncs', entry: null },
  { path: 'admin/users', entry: null },
] as const;
