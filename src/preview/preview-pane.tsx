import type { PreviewDevice, PreviewSize } from '#machines/preview/preview.types.ts';
import { holdsBlock, type PreviewView, previewView } from '#machines/preview/preview.view.ts';
import { css, cx } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import dayjs from 'dayjs';
import { CloudOff, Columns3, Monitor, RotateCw, Smartphone, Tablet, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useDisconnectionOf } from '#src/app/use-disconnection.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { inStickyBar } from '#src/ui/in-sticky-bar.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { useDebounced } from '#src/ui/use-debounced.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { PreviewFrame } from './preview-frame.tsx';
import type { Preview } from './use-preview.ts';

const pane = css({ containerType: 'inline-size', display: 'flex', flexDirection: 'column', minWidth: '0', height: 'full', gap: '3' });
const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  minHeight: '9',
});
const end = css({ marginInlineStart: 'auto', display: 'inline-flex', alignItems: 'center', gap: '2' });
const stage = css({
  position: 'relative',
  flex: '1',
  minHeight: '[12rem]',
  overflow: 'auto',
  // A scrollbar that comes would make the devices smaller, so that they fit, and go again, for ever.
  scrollbarGutter: 'stable',
  '&[data-empty]': { overflow: 'hidden' },
  overscrollBehavior: 'contain',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface.sunken',
});
/** The gap is `deviceGap`. */
const devicesStyle = css({
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  gap: '4',
  '&[data-stacked]': { flexDirection: 'column', alignItems: 'center' },
});
const deviceStyle = css({ position: 'relative', flexShrink: '0', overflow: 'hidden', backgroundColor: 'surface' });
const spinnerStyle = css({
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

/** Hidden in a narrow pane, where only the icon is visible; earlier where a notice is beside it. */
const sizeLabel = css({
  '@container (max-width: 30rem)': { srOnly: true },
  '[data-notice] &': { '@container (max-width: 48rem)': { srOnly: true } },
});
const sizes = [
  { value: 'desktop', label: <span className={sizeLabel}>Desktop</span>, icon: <Monitor aria-hidden="true" /> },
  { value: 'tablet', label: <span className={sizeLabel}>Tablet</span>, icon: <Tablet aria-hidden="true" /> },
  { value: 'phone', label: <span className={sizeLabel}>Phone</span>, icon: <Smartphone aria-hidden="true" /> },
  { value: 'all', label: <span className={sizeLabel}>All three</span>, icon: <Columns3 aria-hidden="true" /> },
] as const satisfies readonly { readonly value: PreviewSize; readonly label: ReactNode; readonly icon: ReactNode }[];
const titles = { desktop: 'Preview, desktop', tablet: 'Preview, tablet', phone: 'Preview, phone' } as const;
const middle = css({ position: 'absolute', inset: '0', display: 'flex', alignItems: 'center', justifyContent: 'center', zIndex: 'raised' });
const noticeStyle = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  fontSize: 'sm',
  color: 'text.muted',
  '& svg': { flexShrink: '0' },
});
const errorStyle = css({ color: 'danger.text' });

export interface PreviewPaneProps {
  readonly preview: Preview;
  /** The block to outline in the page, by its id or its key. */
  readonly outline?: string | null;
  readonly reveal?: boolean;
  /** Why there is nothing to render; null while it is expected. */
  readonly missing?: string | null;
  /** Buttons at the end of the bar. */
  readonly actions?: ReactNode;
}

/** The website as it would be: the sizes, a notice, and the page in its frames. */
export function PreviewPane({ preview: { actor, connection }, outline = null, reveal = false, missing = null, actions }: PreviewPaneProps) {
  const snapshot = useSelector(actor, (current) => current);
  const disconnection = useDisconnectionOf(connection);
  const view = useMemo(() => previewView(snapshot, disconnection), [snapshot, disconnection]);
  const hasBlock = useMemo(() => holdsBlock(view.pageHtml, outline), [view.pageHtml, outline]);
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const revealed = useRef<Partial<Record<PreviewDevice, string>>>({});
  useEffect(() => {
    if (outline === null) revealed.current = {};
  }, [outline]);
  // Measured before the first paint, or the devices would flash at their full size.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    // The preview may have a window of its own.
    const ownWindow = element.ownerDocument.defaultView ?? window;
    const observer = new ownWindow.ResizeObserver(() => {
      if (element.clientWidth > 0) actor.send({ type: 'container.resized', width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [actor]);

  return (
    <section aria-label="Preview" className={pane} data-state={view.status}>
      <div className={cx(bar, inStickyBar)} data-notice={(view.notice !== null && view.hasPage) || undefined}>
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
        // Focusable where there is something to scroll to by keyboard.
        {...(view.hasPage && view.scrolls ? { 'aria-label': 'Devices', tabIndex: 0 } : {})}
        data-empty={view.hasPage ? undefined : ''}
      >
        {view.slow && view.hasPage ? (
          <span className={spinnerStyle}>
            <Spinner />
          </span>
        ) : null}
        {view.hasPage ? null : <NoPage view={view} missing={missing} onRetry={() => actor.send({ type: 'retry.requested' })} />}
        <div className={devicesStyle} data-stacked={view.stacked || undefined} style={{ visibility: view.hasPage ? undefined : 'hidden' }}>
          {view.devices.map(({ device, width, height, frameHeight, scale, scrollTop, frames }) => (
            <div key={device} className={deviceStyle} style={{ width: width * scale, height: frameHeight * scale }}>
              {frames.map((frame) => (
                <PreviewFrame
                  key={frame.name}
                  actor={actor}
                  device={device}
                  frame={frame}
                  title={titles[device]}
                  width={width}
                  height={height}
                  frameHeight={frameHeight}
                  scale={scale}
                  scrollTop={scrollTop}
                  outline={outline}
                  ghost={view.ghost !== null && view.ghost === outline}
                  reveal={reveal && hasBlock}
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

const slowMs = 300;

/** Replaces a page that is missing: with the reason, or with a spinner. */
function NoPage({ view, missing, onRetry }: { readonly view: PreviewView; readonly missing: string | null; readonly onRetry: () => void }) {
  const isSlow = useDebounced(true, slowMs, false);
  if (view.status === 'error' || view.status === 'offline') {
    return (
      <div className={middle}>
        <EmptyState
          kind={view.status === 'error' ? 'failed' : 'offline'}
          title={view.status === 'offline' ? 'No preview on this device yet' : 'The preview could not be made'}
          actions={view.canRetry ? <Button onClick={onRetry}>Try again</Button> : undefined}
        >
          {view.notice?.text}
        </EmptyState>
      </div>
    );
  }
  if (missing !== null && view.status === 'empty') {
    return (
      <div className={middle}>
        <EmptyState kind="failed" title="There is nothing to preview">
          {missing}
        </EmptyState>
      </div>
    );
  }
  return isSlow ? (
    <div className={middle}>
      <Spinner size="large" />
    </div>
  ) : null;
}

/** A notice about the visible page. */
function PreviewNotice({ view: { notice, status, hasPage, statusText } }: { readonly view: PreviewView }) {
  const text = notice === null || !hasPage ? null : `${notice.text}${notice.at === null ? '' : ` ${timeOf(notice.at)}`}`;
  const Icon = notice?.tone === 'error' ? TriangleAlert : CloudOff;
  return (
    <div role="status">
      {text === null ? null : (
        <span className={cx(noticeStyle, notice?.tone === 'error' && errorStyle)}>
          <Icon size={16} aria-hidden="true" />
          {text}
        </span>
      )}
      {status === 'loading' ? <span className={visuallyHidden}>{statusText}</span> : null}
    </div>
  );
}

function timeOf(at: number): string {
  const time = dayjs(at);
  return time.isSame(dayjs(), 'day') ? time.format('H:mm') : time.format('D MMM, H:mm');
}
