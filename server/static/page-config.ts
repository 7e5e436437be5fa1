/** An installation's configuration for the console's page; the console reads it from `<meta name="frontage-config">`. */
export interface PageConfig {
  readonly apiBase?: string;
  readonly probePath?: string;
  readonly cmsBase?: string;
  readonly adminAppBase?: string;
  readonly sitesBase?: string;
  readonly supportUrl?: string;
  readonly salesUrl?: string;
  readonly analyticsUrl?: string;
}

const variables: Readonly<Record<keyof PageConfig, string>> = {
  apiBase: 'CONSOLE_API_BASE',
  probePath: 'CONSOLE_PROBE_PATH',
  cmsBase: 'CONSOLE_CMS_BASE',
  adminAppBase: 'CONSOLE_ADMIN_APP_BASE',
  sitesBase: 'CONSOLE_SITES_BASE',
  supportUrl: 'CONSOLE_SUPPORT_URL',
  salesUrl: 'CONSOLE_SALES_URL',
  analyticsUrl: 'CONSOLE_ANALYTICS_URL',
};

/** Only the configured values, so that the console's own defaults apply to the rest. */
export function pageConfigFrom(env: Readonly<Record<string, string | undefined>>): PageConfig {
  return Object.fromEntries(Object.entries(variables).flatMap(([name, variable]) => (env[variable] ? [[name, env[variable]]] : [])));
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** The page with the configuration in its meta tag; a page without that tag is returned unchanged. */
export function withPageConfig(html: string, config: PageConfig): string {
  const content = JSON.stringify(config).replace(/[&"<>]/g, (character) => escapes[character] ?? character);
  return html.replace(
    /(<meta name="frontage-config" content=")[^"]*(")/,
    (_match, before: string, after: string) => before + content + after,
  );
}
