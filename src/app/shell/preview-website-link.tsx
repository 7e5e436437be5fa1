import { primaryDomain, type Website } from '#contract/entities/website.ts';
import { ExternalLink } from 'lucide-react';
import { ButtonLink } from '#src/ui/button.tsx';
import { useApp } from '../use-app.ts';
import { barAction, barActionText } from './bar-action.ts';
import { siteAddress } from './site-address.ts';

/** Opens the website's primary domain in a new tab; a website without one has nothing to open. */
export function PreviewWebsiteLink({ website }: { readonly website: Website }) {
  const { config } = useApp();
  const domain = primaryDomain(website);
  const address = domain === null ? null : siteAddress(domain, config.sitesBase);
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
      <ExternalLink aria-hidden="true" />
      <span className={barActionText}>Preview Website</span>
    </ButtonLink>
  );
}
