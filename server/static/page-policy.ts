import { createHash } from 'node:crypto';
import type { PageConfig } from './page-config.ts';

/** The origin of an absolute http(s) address; null for a path, which is the console's own host. */
function originOf(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : null;
}

const inline = { script: /<script>([\s\S]*?)<\/script>/g, style: /<style>([\s\S]*?)<\/style>/g } as const;

/** Inline scripts and styles are allowed only by their hash: an injected one has no effect. */
function hashesOf(kind: keyof typeof inline, html: string): string[] {
  return [...html.matchAll(inline[kind])].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  );
}

export function contentSecurityPolicy(html: string, config: PageConfig): string {
  const origins = (...addresses: (string | undefined)[]) => addresses.map(originOf).filter((origin) => origin !== null);
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOf('script', html)],
    'style-src': ["'self'", ...hashesOf('style', html)],
    // Of the framed applications: whether their servers answer.
    'connect-src': ["'self'", ...origins(config.apiBase, config.analyticsUrl, config.cmsBase, config.adminAppBase)],
    'img-src': ["'self'", 'data:', 'blob:', ...origins(config.apiBase, config.sitesBase)],
    'font-src': ["'self'"],
    'frame-src': ["'self'", ...origins(config.cmsBase, config.adminAppBase)],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ');
}

/** Headers of every file of the console. */
export function pageSecurityHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  };
}
