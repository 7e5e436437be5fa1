import { Main } from './main.tsx';
import { css } from '#styled/css/index.js';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lastWebsite } from '../last-website.ts';
import { SideNav } from './side-nav.tsx';

const columns = css({ flex: '1', display: 'flex', minWidth: '0' });
const aside = css({
  display: { base: 'none', lg: 'block' },
  width: 'sidebar',
  flexShrink: '0',
  position: 'sticky',
  top: '[3.5rem]',
  height: '[calc(100dvh - 3.5rem)]',
  overflowY: 'auto',
  borderInlineEnd: 'hairline',
  backgroundColor: 'surface',
});
const main = css({ flex: '1', minWidth: '0', outline: 'none', padding: { base: '4', md: '6', lg: '8' } });

/** The side navigation and a website's screen. Under 1024 px the navigation is in the top bar's drawer. */
export function WebsiteLayout() {
  const { websiteId } = useParams({ from: '/_app/website/$websiteId' });
  useEffect(() => lastWebsite.write(websiteId), [websiteId]);
  return (
    <div className={columns}>
      <aside className={aside}>
        <SideNav websiteId={websiteId} />
      </aside>
      <Main className={main}>
        <Outlet />
      </Main>
    </div>
  );
}
