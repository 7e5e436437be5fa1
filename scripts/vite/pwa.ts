import type { ManifestOptions, VitePWAOptions } from 'vite-plugin-pwa';

/** Paths on the console's own host that are not the console: the service worker leaves them to the network. */
export const notTheConsole: RegExp[] = [
  /^\/api(\/|$)/,
  /^\/sites(\/|$)/,
  /^\/cms(\/|$)/,
  /^\/admin-app(\/|$)/,
  /^\/files(\/|$)/,
  // Kept by the service worker as a page of its own.
  /^\/preview-frame(\.html)?$/,
];

/**
 * The websites' files, whose addresses never change their content: thumbnails and the preview's pictures are there
 * offline too. The function is written into the service worker as it stands here.
 */
export const runtimeCaching: VitePWAOptions['workbox']['runtimeCaching'] = [
  {
    urlPattern: ({ url }) => url.pathname.startsWith('/files/'),
    handler: 'CacheFirst',
    options: {
      cacheName: 'files',
      cacheableResponse: { statuses: [200] },
      expiration: { maxEntries: 500, purgeOnQuotaError: true },
    },
  },
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
