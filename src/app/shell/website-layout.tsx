import { isDesignScreen } from '#contract/design-screens.ts';
import { css, cx } from '#styled/css/index.js';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lastWebsite } from '../last-website.ts';
import { Main } from './main.tsx';
import { SideNav } from './side-nav.tsx';

const columns = css({ flex: '1', display: 'flex', minWidth: '0' });
const aside = css({
  display: { base: 'none', lg: 'block' },
  width: 'sidebar',
  flexShrink: '0',
  position: 'sticky',
  top: '[3.5rem]',
  height: '[calc(100dvh - 3.5rem - var(--docked-below, 0px))]',
  overflowY: 'auto',
  borderInlineEnd: 'hairline',
  backgroundColor: 'surface',
});
const main = css({ flex: '1', minWidth: '0', outline: 'none' });
const roomy = css({ padding: { base: '4', md: '6', lg: '8' } });
const dense = css({ padding: '4' });

/**
 * The side navigation and a website's screen. Under 1024 px, and on design screens, whose preview needs the room, the navigation is in the
 * top bar's drawer.
 */
export function WebsiteLayout() {
  const { websiteId } = useParams({ from: '/_app/website/$websiteId' });
  const isDesign = useLocation({ select: ({ pathname }) => isDesignScreen(pathname) });
  useEffect(() => lastWebsite.write(websiteId), [websiteId]);
  return (
    <div className={columns}>
      {isDesign ? null : (
        <aside className={aside}>
          <SideNav websiteId={websiteId} />
        </aside>
      )}
      <Main className={cx(main, isDesign ? dense : roomy)}>
        <Outlet />
      </Main>
    </div>
  );
}
