import { Eye, PencilLine } from 'lucide-react';
import { css, cva } from '#styled/css/index.js';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { Segmented } from '#src/ui/segmented.tsx';

const style = cva({
  base: { display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' },
  variants: {
    beside: {
      panel: { lg: { display: 'grid', gridTemplateColumns: '[token(sizes.panel) minmax(0, 1fr)]', gap: '6', alignItems: 'start' } },
      form: {
        '@media (min-width: 1280px)': {
          display: 'grid',
          gridTemplateColumns: '[minmax(0, 1fr) minmax(0, 1fr)]',
          gap: '6',
          alignItems: 'start',
        },
      },
    },
  },
});
/** In sight however long the panel is: below the top bar, as high as the window. */
const paneStyle = css({
  position: 'sticky',
  top: '[calc(token(sizes.topbar) + 1rem)]',
  height: '[calc(100dvh - token(sizes.topbar) - 2rem)]',
  minWidth: '0',
});
const hidden = css({ display: 'none' });
const content = css({ minWidth: '0' });

const widths = { panel: '(min-width: 1024px)', form: '(min-width: 1280px)' } as const;
const tabs = [
  { value: 'edit', label: 'Edit', icon: <PencilLine aria-hidden="true" /> },
  { value: 'preview', label: 'Preview', icon: <Eye aria-hidden="true" /> },
] as const;

interface BesidePreviewProps {
  /** What stands beside the preview: a panel of 375 px, or a form. */
  readonly kind: 'panel' | 'form';
  readonly children: ReactNode;
  readonly preview: ReactNode;
}

/** A panel or a form, and the preview beside it; on a small screen one or the other. */
export function BesidePreview({ kind, children, preview }: BesidePreviewProps) {
  const wide = useMedia(widths[kind]);
  const id = useId();
  const [tab, setTab] = useState<'edit' | 'preview'>('edit');
  return (
    <div className={style({ beside: kind })}>
      {wide ? null : <Segmented id={id} aria-label="Show" value={tab} options={tabs} onChange={setTab} />}
      <div className={wide || tab === 'edit' ? content : hidden}>{children}</div>
      {wide || tab === 'preview' ? <div className={paneStyle}>{preview}</div> : null}
    </div>
  );
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    () => window.matchMedia(query).matches,
  );
}
