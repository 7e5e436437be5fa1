import type { Device, PreviewSize } from '#machines/preview/preview.types.ts';
import { holdsBlock, previewView } from '#machines/preview/preview.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { Columns3, Monitor, RotateCw, Smartphone, Tablet } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { NoPage } from './no-page.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewNotice } from './preview-notice.tsx';
import type { Preview } from './use-preview.ts';

const pane = css({ containerType: 'inline-size', display: 'flex', flexDirection: 'column', minWidth: '0', height: 'full', gap: '3' });
const bar = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', minHeight: '9' });
const end = css({ marginInlineStart: 'auto', display: 'inline-flex', alignItems: 'center', gap: '2' });
const stage = css({
  position: 'relative',
  flex: '[0 1 auto]',
  minHeight: '[12rem]',
  overflow: 'auto',
  '&[data-empty]': { overflow: 'hidden' },
  overscrollBehavior: 'contain',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface.sunken',
});
const devicesStyle = css({ display: 'flex', justifyContent: 'center', alignItems: 'flex-start', gap: '4', minHeight: 'full' });
const deviceStyle = css({ position: 'relative', flexShrink: '0', overflow: 'hidden', backgroundColor: 'surface' });
const veil = css({
  position: 'absolute',
  top: '3',
  insetInlineEnd: '3',
  zIndex: 'raised',
  display: 'inline-flex',
  padding: '2',
  borderRadius: 'full',
  color: 'accent.text',
  backgroundColor: 'surface.raised',
  boxShadow: 'overlay',
});

/** Where there is little room its icon says which; with something told beside it there is less. */
const sizeLabel = css({
  '@container (max-width: 30rem)': { srOnly: true },
  '[data-told] &': { '@container (max-width: 48rem)': { srOnly: true } },
});
const sizes = [
  { value: 'desktop', label: <span className={sizeLabel}>Desktop</span>, icon: <Monitor aria-hidden="true" /> },
  { value: 'tablet', label: <span className={sizeLabel}>Tablet</span>, icon: <Tablet aria-hidden="true" /> },
  { value: 'phone', label: <span className={sizeLabel}>Phone</span>, icon: <Smartphone aria-hidden="true" /> },
  { value: 'all', label: <span className={sizeLabel}>All three</span>, icon: <Columns3 aria-hidden="true" /> },
] as const satisfies readonly { readonly value: PreviewSize; readonly label: ReactNode; readonly icon: ReactNode }[];
const titles = { desktop: 'Preview, desktop', tablet: 'Preview, tablet', phone: 'Preview, phone' } as const;
/** Between devices side by side, px. */
const gap = 16;

export interface PreviewPaneProps {
  readonly preview: Preview;
  /** The block that is outlined in the page, by its id or its key. */
  readonly outline?: string | null;
  readonly reveal?: boolean;
  /** Beside the sizes. */
  readonly actions?: ReactNode;
}

/** The website as it would be: sizes, what there is to say, and the page in its frames. */
export function PreviewPane({ preview: { actor }, outline = null, reveal = false, actions }: PreviewPaneProps) {
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => previewView(snapshot), [snapshot]);
  const isThere = useMemo(() => holdsBlock(view.pageHtml, outline), [view.pageHtml, outline]);
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const revealed = useRef<Partial<Record<Device, string>>>({});
  useEffect(() => {
    if (outline === null) revealed.current = {};
  }, [outline]);
  const gaps = view.size === 'all' ? 2 * gap : 0;
  // Measured before it is painted, or the devices would be seen at their full size for a moment.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    // In a window of its own, that window's.
    const view = element.ownerDocument.defaultView ?? window;
    const observer = new view.ResizeObserver(() => {
      if (element.clientWidth > 0)
        actor.send({ type: 'container.resized', width: element.clientWidth - gaps, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [actor, gaps]);

  return (
    <section aria-label="Preview" className={pane} data-state={view.status}>
      <div className={bar} data-told={(view.notice !== null && view.hasPage) || undefined}>
        <Segmented
          id={id}
          aria-label="Preview size"
          value={view.size}
          options={sizes}
          onChange={(size) => actor.send({ type: 'size.chosen', size })}
        />
        <PreviewNotice view={view} />
        <div className={end}>
          {view.canRetry && view.hasPage ? (
            <Button size="small" onClick={() => actor.send({ type: 'retry.requested' })}>
              <RotateCw aria-hidden="true" />
              Try again
            </Button>
          ) : null}
          {actions}
        </div>
      </div>
      <section
        className={stage}
        ref={container}
        // Scrolled by keyboard where there is something to scroll to.
        {...(view.hasPage && view.scrolls ? { 'aria-label': 'Devices', tabIndex: 0 } : {})}
        data-empty={view.hasPage ? undefined : ''}
      >
        {view.slow && view.hasPage ? (
          <span className={veil}>
            <Spinner />
          </span>
        ) : null}
        {view.hasPage ? null : <NoPage view={view} onRetry={() => actor.send({ type: 'retry.requested' })} />}
        <div className={devicesStyle} style={{ visibility: view.hasPage ? undefined : 'hidden' }}>
          {view.devices.map(({ device, width, height, scale, scrollTop, frames }) => (
            <div key={device} className={deviceStyle} style={{ width: width * scale, height: height * scale }}>
              {frames.map((frame) => (
                <PreviewFrame
                  key={frame.name}
                  actor={actor}
                  device={device}
                  frame={frame}
                  title={titles[device]}
                  width={width}
                  height={height}
                  scale={scale}
                  scrollTop={scrollTop}
                  outline={outline}
                  reveal={reveal && isThere}
                  revealed={revealed}
                />
              ))}
            </div>
          ))}
        </div>
      </section>
    </section>
  );
}
