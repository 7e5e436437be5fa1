import * as v from 'valibot';

/** A path, or an address that is safe in a link or a request, such as https, and never `javascript:`. */
const link = v.pipe(v.string(), v.maxLength(2048), v.check(isHarmless));

function isHarmless(text: string): boolean {
  return !URL.canParse(text) || ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(text).protocol);
}

/** The configuration of an installation, from the page's `<meta name="frontage-config">`. */
const configSchema = v.object({
  /** Where the API answers: a path on this host or an absolute address. */
  apiBase: v.optional(link, '/api'),
  /** The content-management admin, framed. */
  cmsBase: v.optional(link, '/cms'),
  /** The path under apiBase that is requested to learn whether the API answers. */
  probePath: v.optional(link, '/user'),
  adminAppBase: v.optional(link, '/admin-app'),
  /** The base address of public sites with local domains. */
  sitesBase: v.optional(link, '/sites'),
  supportUrl: v.optional(link, 'https://support.frontage.example/'),
  salesUrl: v.optional(link, 'mailto:sales@frontage.example?subject=Frontage%20account'),
  analyticsUrl: v.optional(link, ''),
});
export type Config = v.InferOutput<typeof configSchema>;

/** The part of `document` that is read. */
interface Page {
  querySelector(selector: string): { getAttribute(name: string): string | null } | null;
}

/** Reads the page's configuration. A broken one is replaced by the defaults, with which a console on the API's host works. */
export function readConfig(document: Page): Config {
  const text = document.querySelector('meta[name="frontage-config"]')?.getAttribute('content') ?? '{}';
  try {
    const parsed = v.safeParse(configSchema, JSON.parse(text));
    if (parsed.success) return parsed.output;
  } catch {
    // Falls through to the defaults: the page must open whatever the meta tag contains.
  }
  console.error('The page carries a configuration that can not be read; the defaults are used.');
  return v.parse(configSchema, {});
}
