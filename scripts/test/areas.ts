/**
 * The end-to-end files that use each part of the product, for `npm test -- --changed`. A change that reaches an entry point outside these
 * folders runs every end-to-end file. `changed.test.ts` checks that each file is named, and that each folder exists.
 */
export interface Area {
  /** A folder that the rest of the product only opens, and does not import from otherwise. */
  readonly folder: string;
  /** Names of files in tests/e2e without `.spec.ts`. */
  readonly specs: readonly string[];
}

const homepage = [
  'homepage-keys',
  'homepage-preview',
  'homepage-undo',
  'homepage',
  'homepage-addresses',
  'homepage-settings',
  'homepage-themes',
  'preview-frame',
];
const settings = [
  'all-screens',
  'long-forms',
  'stillness',
  'settings',
  'settings-form',
  'translated',
  'gone-at-once',
  'settings-history',
  'leaving',
  'choices',
  'uploads',
  'palette',
];
const offline = ['offline', 'offline-people', 'save-messages', 'shared-device', 'store'];

export const areas: readonly Area[] = [
  { folder: 'src/features/homepage', specs: [...homepage, 'offline-people', 'save-messages', 'uploads', 'accessibility'] },
  { folder: 'src/preview', specs: [...homepage, ...settings, 'accessibility'] },
  { folder: 'src/form-builder', specs: ['form-builder', 'accessibility'] },
  { folder: 'src/features/settings', specs: [...homepage, ...settings, ...offline, 'shell', 'sign-in', 'accessibility'] },
  {
    folder: 'src/features/sign-in',
    specs: [
      'sign-in',
      'prerendered-sign-in',
      'password-reset',
      'kit',
      'shell',
      'offline-people',
      'shared-device',
      'uploads',
      'accessibility',
    ],
  },
  { folder: 'src/prerender', specs: ['sign-in', 'prerendered-sign-in', 'shell'] },
  { folder: 'src/features/files', specs: ['files', 'shell', 'accessibility'] },
  { folder: 'src/features/frames', specs: ['frames', 'seo', 'shell', 'accessibility'] },
  {
    folder: 'src/features/records',
    specs: [
      'redirects',
      'translated',
      'development-server',
      'every-kind',
      'forms',
      'form-actions',
      'form-builder',
      'form-details',
      'site-forms',
      'submissions',
      'domains',
      'users',
      'popups',
      'site-popups',
      'seo',
      'syncs',
      'listing-sources',
      'maybe-created',
      'shell',
      'accessibility',
    ],
  },
  { folder: 'src/features/websites', specs: ['websites', 'shell', 'sign-in', 'offline-people', 'public-site', 'accessibility'] },
  { folder: 'src/features/sessions', specs: ['sessions', 'accessibility'] },
  { folder: 'src/app/problem', specs: ['shell', 'accessibility'] },
  { folder: 'src/features/palette', specs: ['palette'] },
  { folder: 'src/features/state-flows', specs: ['state-flows', 'state-flows-paths', 'accessibility'] },
  { folder: 'src/features/gallery', specs: [] },
  { folder: 'server/mail', specs: ['password-reset', 'site-forms'] },
];
