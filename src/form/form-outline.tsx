import { useEffect, useState } from 'react';
import { Switch } from '#src/ui/switch.tsx';
import { css } from '#styled/css/index.js';

/** From the top of the window to the first line of the form that can be read, px: below the top bar, and the outline where it lies above. */
const readingLine = 160;

const nav = css({
  position: 'sticky',
  top: '[var(--table-top, 0px)]',
  zIndex: 'sticky',
  display: 'flex',
  flexDirection: { base: 'column', md: 'row' },
  alignItems: { md: 'center' },
  columnGap: '4',
  rowGap: '1',
  paddingBlock: '2',
  backgroundColor: 'canvas',
  fontSize: 'sm',
});
const list = css({ flex: '1', minWidth: '0', display: 'flex', gap: '1', overflowX: 'auto', scrollbarWidth: '[thin]' });
// As wide as it can get, since typing changes it: behind it is its longest text.
const count = css({ display: 'inline-grid', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', '& > *': { gridArea: '[1 / 1]' } });
const longest = css({ visibility: 'hidden' });
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '8',
  paddingInline: '2.5',
  borderRadius: 'md',
  color: 'text.muted',
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  _hover: { backgroundColor: 'surface.hover', color: 'text' },
  '&[aria-current]': { backgroundColor: 'accent.subtle', color: 'accent.text', fontWeight: 'medium' },
});

export interface FormOutlineProps {
  /** What the form is, for the name of the list. */
  readonly of: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly total: number;
  /** The number of fields with a value of their own. */
  readonly own: number;
  readonly isOnlySet: boolean;
  readonly onOnlySet: (on: boolean) => void;
}

/** The sections of a long form, with the one that is being read marked, and the switch that leaves only what is set. */
export function FormOutline({ of, sections, total, own, isOnlySet, onOnlySet }: FormOutlineProps) {
  const current = useCurrent(sections.map(({ id }) => id).join(' '));
  return (
    <nav aria-label={`Sections of ${of}`} className={nav} data-form-outline="">
      <ul className={list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={link}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => {
                // The address keeps its place in the console; only the page moves.
                event.preventDefault();
                goTo(id);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      <Switch
        label={
          <>
            {'Only what is set '}
            <span className={count}>
              <span>{`(${own} of ${total})`}</span>
              <span aria-hidden="true" className={longest}>{`(${total} of ${total})`}</span>
            </span>
          </>
        }
        checked={isOnlySet}
        onChange={() => onOnlySet(!isOnlySet)}
      />
    </nav>
  );
}

function goTo(id: string): void {
  const section = document.getElementById(id);
  if (!section) return;
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start' });
}

/** The id of the section at the reading line; at the end of the page, the last one. Follows the scroll. */
function useCurrent(joined: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const find = () => {
      frame = 0;
      const ids = joined.split(' ');
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const begun = ids.filter(
        (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= readingLine,
      );
      setCurrent((isAtEnd && window.scrollY > 0 ? ids.at(-1) : (begun.at(-1) ?? ids[0])) ?? null);
    };
    const follow = () => {
      frame ||= requestAnimationFrame(find);
    };
    find();
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [joined]);
  return current;
}
