import { isDesignScreen } from '#contract/design-screens.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { css, cx } from '#styled/css/index.js';
import { Link, useLocation, useMatches, useParams } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { SyncStatus } from '#src/features/sync-center/sync-status.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { inStickyBar } from '#src/ui/in-sticky-bar.ts';
import { useAfterFirstScreen } from '../use-after-first-screen.ts';
import { useCurrentWebsite } from '../use-website.ts';
import { Brand } from './brand.tsx';
import { ClearCacheButton } from './clear-cache-button.tsx';
import { PreviewWebsiteLink, PreviewWebsitePlace } from './preview-website-link.tsx';
import { navigationDrawer, searchControl } from './overlays.ts';
import { UserMenu } from './user-menu.tsx';
import { WebsiteSwitcher } from './website-switcher.tsx';

const bar = css({
  position: 'sticky',
  top: '0',
  zIndex: 'shell',
  display: 'flex',
  alignItems: 'center',
  gap: { base: '1', md: '2' },
  height: 'topbar',
  paddingInline: { base: '2', md: '4' },
  backgroundColor: 'surface',
  borderBottom: 'hairline',
  // Large text leaves less room in it.
  containerType: 'inline-size',
  _print: { display: 'none' },
});
const start = css({ flex: '1', minWidth: '0', display: 'flex', alignItems: 'center', gap: '2' });
const burger = css({ display: { lg: 'none' } });
const searchPlace = css({ flexShrink: '0', width: { base: '[9rem]', _shortBar: '9' }, height: '9', _tinyBox: { display: 'none' } });
const home = css({ display: 'inline-flex', borderRadius: 'sm', textDecoration: 'none', paddingInline: '1' });

export function TopBar() {
  const { websiteId } = useParams({ strict: false });
  const website = useCurrentWebsite();
  const failed = useMatches({ select: (matches) => matches.some((match) => match.status === 'error') }) && website === null;
  const isDesign = useLocation({ select: ({ pathname }) => isDesignScreen(pathname) });
  const [navOpen, setNavOpen] = useState(false);
  const isLater = useAfterFirstScreen();
  return (
    <header className={cx(bar, inStickyBar)}>
      <div className={start}>
        {websiteId ? (
          <>
            <span className={isDesign ? undefined : burger}>
              <IconButton
                label="Open navigation"
                icon={<MenuIcon />}
                onPointerEnter={navigationDrawer.preload}
                onClick={() => setNavOpen(true)}
              />
            </span>
            <WebsiteSwitcher website={website} websiteId={websiteId} failed={failed} />
            {navOpen ? (
              <LazyBoundary
                part={navigationDrawer}
                props={{ title: website?.name ?? 'Website', websiteId, onClose: () => setNavOpen(false) }}
              />
            ) : null}
          </>
        ) : (
          <Link to="/websites" className={home} aria-label="Frontage, websites">
            <Brand />
          </Link>
        )}
        {/* It ends in the bar's empty space, so that nothing moves when its text gets longer. */}
        <SyncStatus />
      </div>
      {/* The command palette costs the first screen no script. */}
      <div className={searchPlace}>{isLater ? <LazyBoundary part={searchControl} props={{}} /> : null}</div>
      {websiteId && !failed ? <ClearCacheButton websiteId={websiteId} /> : null}
      {website ? <PreviewWebsiteLink website={website} /> : websiteId && !failed ? <PreviewWebsitePlace /> : null}
      <UserMenu />
    </header>
  );
}
