import { isWebUrl } from '#contract/rules.ts';

/** Domains that no registrar sells: names of this machine and of test installations. */
const local = /(?:^|\.)(?:localhost|test|local|internal)$/i;

/** Where a domain's site is looked at: on itself, or under the sites' base where the domain is a local one. Null for what is no domain. */
export function siteAddress(domain: string, sitesBase: string): string | null {
  const name = domain.trim();
  if (!isWebUrl(`https://${name}/`) || name.includes('/')) return null;
  return local.test(name) ? `${sitesBase}/${encodeURIComponent(name)}/` : `https://${name}/`;
}
