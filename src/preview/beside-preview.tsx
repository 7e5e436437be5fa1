import { Eye, PencilLine } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { type ReactNode, useCallback, useId, useMemo, useState, useSyncExternalStore } from 'react';
import { Segmented } from '#src/ui/segmented.tsx';

const style = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  minWidth: '0',
  lg: { display: 'grid', gridTemplateColumns: '[token(sizes.panel) minmax(0, 1fr)]', gap: '6', alignItems: 'start' },
});
/** Sticky below the top bar and as high as the window, however long the panel is. */
export const paneStyle = css({
  position: 'sticky',
  top: '[calc(token(sizes.topbar) + 1rem)]',
  // On a small screen below the tabs, which are as high as a control.
  height: {
    base: '[calc(100dvh - token(sizes.topbar) - 3rem - token(sizes.control) - var(--docked-below, 0px))]',
    lg: '[calc(100dvh - token(sizes.topbar) - 2rem)]',
  },
  minWidth: '0',
});
const hidden = css({ display: 'none' });
const content = css({ minWidth: '0' });

const tabs = [
  { value: 'edit', label: 'Edit', icon: <PencilLine aria-hidden="true" /> },
  { value: 'preview', label: 'Preview', icon: <Eye aria-hidden="true" /> },
] as const;

interface PreviewTabsProps {
  readonly value: 'edit' | 'preview';
  readonly onChange: (value: 'edit' | 'preview') => void;
}

/** Switches between the panel and the preview on a small screen. */
export function PreviewTabs({ value, onChange }: PreviewTabsProps) {
  const id = useId();
  return <Segmented id={id} aria-label="Show" value={value} options={tabs} onChange={onChange} />;
}

interface BesidePreviewProps {
  readonly children: ReactNode;
  readonly preview: ReactNode;
}

/** A panel of 375 px with the preview beside it; on a small screen one of the two. */
export function BesidePreview({ children, preview }: BesidePreviewProps) {
  const wide = useMedia('(min-width: 1024px)');
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  return (
    <div className={style}>
      {wide ? null : <PreviewTabs value={tab} onChange={setTab} />}
      <div data-panel className={wide || tab === 'edit' ? content : hidden}>
        {children}
      </div>
      {wide || tab === 'preview' ? <div className={paneStyle}>{preview}</div> : null}
    </div>
  );
}

/** Whether a media query matches. The list is made once: making one costs a part of a key's time. */
export function useMedia(query: string): boolean {
  const list = useMemo(() => window.matchMedia(query), [query]);
  const watch = useCallback(
    (notify: () => void) => {
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    [list],
  );
  return useSyncExternalStore(watch, () => list.matches);
}
