import { distinctLabel, type NavigationGroup, workingNavigation } from '#contract/navigation.ts';
import { css } from '#styled/css/index.js';
import { Link, useLocation } from '@tanstack/react-router';
import { memo, type RefObject, useEffect, useRef } from 'react';
import { ChevronDown, LayoutTemplate, Megaphone, Newspaper, Settings } from 'lucide-react';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { works } from '../website-path.ts';

const nav = css({ display: 'flex', flexDirection: 'column', gap: '1', padding: '3' });
const groupStyle = css({ '&[open] > summary svg:last-child': { transform: 'rotate(180deg)' } });
const summaryStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '9',
  paddingInline: '2.5',
  borderRadius: 'md',
  fontWeight: 'semibold',
  cursor: 'pointer',
  listStyle: 'none',
  '&::-webkit-details-marker': { display: 'none' },
  _hover: { backgroundColor: 'surface.hover' },
  '& svg': { width: '4', height: '4', color: 'text.muted', flexShrink: '0' },
  '& svg:last-child': { marginInlineStart: 'auto', transitionProperty: '[transform]', transitionDuration: 'fast' },
});
const sectionTitle = css({
  paddingInline: '2.5',
  paddingTop: '3',
  paddingBottom: '1',
  fontSize: 'xs',
  fontWeight: 'medium',
  color: 'text.muted',
});
const list = css({ display: 'flex', flexDirection: 'column', gap: '0.5', paddingBottom: '2' });
const linkStyle = css({
  display: 'flex',
  alignItems: 'center',
  minHeight: '8',
  paddingInline: '2.5',
  marginInlineStart: '6',
  borderRadius: 'md',
  color: 'text.muted',
  textDecoration: 'none',
  _hover: { backgroundColor: 'surface.hover', color: 'text' },
  // Of the open screen. A class of its own beside this one's could win or lose.
  '&[aria-current]': { backgroundColor: 'accent.subtle', color: 'accent.text', fontWeight: 'medium' },
});

const icons = { content: Newspaper, appearance: LayoutTemplate, marketing: Megaphone, settings: Settings } satisfies Record<
  NavigationGroup['id'],
  unknown
>;
const groups = workingNavigation(works);

interface SideNavProps {
  readonly websiteId: string;
  /** Called after a link was followed, to close the drawer. */
  readonly onNavigate?: () => void;
}

/** px between the current entry and the edge of the list, so that its neighbours are seen too. */
const around = 80;

/** Scrolls the box of the list alone: `scrollIntoView` scrolls the window as well, by what its bars at the top and at the foot cover. */
function showCurrent(list: HTMLElement): void {
  const entry = list.querySelector('[aria-current=page]')?.getBoundingClientRect();
  const box = list.parentElement;
  if (!entry || !box) return;
  const { top, bottom } = box.getBoundingClientRect();
  if (entry.top < top + around) box.scrollTop -= top + around - entry.top;
  else if (entry.bottom > bottom - around) box.scrollTop += entry.bottom - bottom + around;
}

/** Keeps the current entry visible in a long list on a short window. A component of its own, so that a change of screen renders no list. */
function CurrentEntryInView({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation();
  useEffect(() => {
    // Right before the next frame, for which the browser computes the layout anyway.
    requestAnimationFrame(() => pathname && list.current && showCurrent(list.current));
  }, [list, pathname]);
  return null;
}

/** Rendered once for a website: its links follow the address by themselves. */
export const SideNav = memo(function SideNav({ websiteId, onNavigate }: SideNavProps) {
  const element = useRef<HTMLElement>(null);
  return (
    <nav ref={element} aria-label="Website" className={nav}>
      <CurrentEntryInView list={element} />
      {groups.map((group) => {
        const Icon = icons[group.id];
        return (
          <details key={group.id} open className={groupStyle}>
            <summary className={summaryStyle}>
              <Icon aria-hidden="true" />
              {group.title}
              <ChevronDown aria-hidden="true" />
            </summary>
            {group.sections.map((section) => (
              <div key={section.title ?? group.id}>
                {section.title ? <div className={sectionTitle}>{section.title}</div> : null}
                <ul className={list} aria-label={section.title ?? group.title}>
                  {section.entries.map((entry) => (
                    <li key={entry.path}>
                      <Link
                        to="/website/$websiteId/$"
                        params={{ websiteId, _splat: entry.path }}
                        className={linkStyle}
                        activeProps={{ 'aria-current': 'page' }}
                        onClick={onNavigate}
                      >
                        {entry.label}
                        <span className={visuallyHidden}>{distinctLabel(groups, section, entry).slice(entry.label.length)}</span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </details>
        );
      })}
    </nav>
  );
});
