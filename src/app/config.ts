import * as v from 'valibot';

/** A path, or an address that a link or a request may have: never one that runs in the page. */
const link = v.pipe(v.string(), v.maxLength(2048), v.check(isHarmless));

function isHarmless(text: string): boolean {
  return !URL.canParse(text) || ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(text).protocol);
}

/** What an installation may set; the page carries it in `<meta name="frontage-config">`. */
const configSchema = v.object({
  /** Where the API answers: a path on this host or an absolute address. */
  apiBase: v.optional(link, '/api'),
  /** The content-management admin, framed. */
  cmsBase: v.optional(link, '/cms'),
  /** What is asked, under apiBase, to learn whether the API is there. */
  probePath: v.optional(link, '/user'),
  adminAppBase: v.optional(link, '/admin-app'),
  /** Where public sites of local domains stand. */
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

/** Reads the page's configuration. A broken one falls back to the defaults, which a console on the API's host needs none of. */
export function readConfig(document: Page): Config {
  const text = document.querySelector('meta[name="frontage-config"]')?.getAttribute('content') ?? '{}';
  try {
    const parsed = v.safeParse(configSchema, JSON.parse(text));
    if (parsed.success) return parsed.output;
  } catch {
    // Falls through to the defaults below; the page must open whatever the meta tag holds.
  }
  console.error('The page carries a configuration that can not be read; the defaults are used.');
  return v.parse(configSchema, {});
}
