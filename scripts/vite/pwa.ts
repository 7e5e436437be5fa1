import type { ManifestOptions } from 'vite-plugin-pwa';

/** Paths on the console's own host that do not belong to the console: the service worker leaves them to the network. */
export const notTheConsole: RegExp[] = [
  /^\/api(\/|$)/,
  /^\/sites(\/|$)/,
  /^\/cms(\/|$)/,
  /^\/admin-app(\/|$)/,
  /^\/files(\/|$)/,
  // The service worker caches it as a separate page.
  /^\/preview-frame(\.html)?$/,
];

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Frontage',
  short_name: 'Frontage',
  description: 'The admin console for real-estate agency websites.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#ffffff',
  background_color: '#ffffff',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};
