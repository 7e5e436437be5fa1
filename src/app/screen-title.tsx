import { useCurrentWebsite } from './use-website.ts';

/** The title of the tab: "Header · North Shore Realty · Frontage". The website's name tells several tabs apart. */
export function ScreenTitle({ children }: { readonly children: string }) {
  const website = useCurrentWebsite();
  return <title>{[children, ...(website ? [website.name] : []), 'Frontage'].join(' · ')}</title>;
}
