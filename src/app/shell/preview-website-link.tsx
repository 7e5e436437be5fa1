import { primaryDomain, type Website } from '#contract/entities/website.ts';
import { isWebUrl } from '#contract/web-url.ts';
import { ExternalLink } from 'lucide-react';
import { css, cx } from '#styled/css/index.js';
import { buttonClass, ButtonLink } from '#src/ui/button.tsx';
import { useScreenOffer } from '../screen-actions.ts';
import { useApp } from '../use-app.ts';
import { barAction, barActionText } from './bar-action.ts';

/** Domains that no registrar sells: names of this machine and of test installations. */
const local = /(?:^|\.)(?:localhost|test|local|internal)$/i;

/** The address of a domain's site: the domain itself, or a path under the sites' base for a local domain. Null for an invalid domain. */
export function previewUrl(domain: string, sitesBase: string): string | null {
  const name = domain.trim();
  if (!isWebUrl(`https://${name}/`) || name.includes('/')) return null;
  return local.test(name) ? `${sitesBase}/${encodeURIComponent(name)}/` : `https://${name}/`;
}

const unseen = css({ visibility: 'hidden' });

/** Keeps the link's place until the website is known: nearly all have a primary domain, and the buttons beside it would move. */
export function PreviewWebsitePlace() {
  return (
    <span aria-hidden="true" className={cx(buttonClass({ variant: 'ghost' }), barAction, unseen)}>
      <Content />
    </span>
  );
}

function Content() {
  return (
    <>
      <ExternalLink aria-hidden="true" />
      <span className={barActionText}>Preview Website</span>
    </>
  );
}

/** Opens the website's primary domain in a new tab. Renders nothing for a website without one. */
export function PreviewWebsiteLink({ website }: { readonly website: Website }) {
  const { config } = useApp();
  const domain = primaryDomain(website);
  const address = domain === null ? null : previewUrl(domain, config.sitesBase);
  useScreenOffer(() => ({ kind: 'preview', address }));
  if (address === null) return null;
  return (
    <ButtonLink
      variant="ghost"
      className={barAction}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={`Open ${domain ?? ''} in a new tab`}
    >
      <Content />
    </ButtonLink>
  );
}
