import { type FromPreview, fromPreviewSchema, type ToPreview } from '#contract/preview-messages.ts';
import type { PreviewDevice, FrameName, PreviewEvent } from '#machines/preview/preview.types.ts';
import type { DeviceView, FrameView } from '#machines/preview/preview.view.ts';
import { css } from '#styled/css/index.js';
import { memo, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import * as v from 'valibot';
import type { PreviewActor } from './use-preview.ts';

const frameStyle = css({
  position: 'absolute',
  top: '0',
  left: '0',
  border: 'none',
  transformOrigin: '[0 0]',
  // A page without a background of its own is white in the dark theme too.
  backgroundColor: '[#fff]',
  colorScheme: '[light]',
  '&[data-hidden]': { visibility: 'hidden' },
});

/** The frame's page has a content policy of its own, which isolates it from the console: see `server/static/preview-frame.ts`. */
const address = '/preview-frame';

interface PreviewFrameProps extends Pick<DeviceView, 'device' | 'width' | 'height' | 'frameHeight' | 'scale' | 'scrollTop'> {
  readonly actor: PreviewActor;
  readonly frame: FrameView;
  readonly title: string;
  /** The block to outline. */
  readonly outline: string | null;
  /** The outlined block is hidden on the website, and drawn only for its editor. */
  readonly ghost: boolean;
  /** Scrolls to the outlined block, once. */
  readonly reveal: boolean;
  /** The block that each device has scrolled to last. It does not scroll to the same block again. */
  readonly revealed: RefObject<Partial<Record<PreviewDevice, string>>>;
}

/** Stands beside a block that visitors do not see. */
const ghostLabel = 'Hidden: visitors do not see this block';

/** One of a device's two frames. It receives its page by message, and its own messages become events of the chart. */
export const PreviewFrame = memo(function PreviewFrame(props: PreviewFrameProps) {
  const { actor, device, frame, width, height, frameHeight, scale, scrollTop, title, outline, ghost, reveal, revealed } = props;
  const element = useRef<HTMLIFrameElement>(null);
  const { name, html, turn, readyCount, visible } = frame;
  const isRendered = useRef(false);
  const postOutline = useEffectEvent((blockId: string | null, isGhost: boolean, mayReveal: boolean) => {
    const scrolls = mayReveal && blockId !== null && revealed.current[device] !== blockId;
    post(element.current, { type: 'frontage.outline', blockId, reveal: scrolls, ghost: isGhost ? ghostLabel : null });
    // A page that is still loading returns to its scroll position when it has loaded.
    if (scrolls && isRendered.current) revealed.current[device] = blockId;
  });
  const onRendered = useEffectEvent(() => {
    isRendered.current = true;
    postOutline(outline, ghost, reveal);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      // A frame without an origin is identified by its window alone.
      if (event.source === null || event.source !== element.current?.contentWindow) return;
      const message = v.safeParse(fromPreviewSchema, event.data);
      if (!message.success) return;
      if (message.output.type === 'frontage.rendered') onRendered();
      actor.send(eventOf(message.output, device, name));
    };
    // A frame posts to the window that it is in, which may be the preview's own.
    const ownWindow = element.current?.ownerDocument.defaultView ?? window;
    ownWindow.addEventListener('message', listen);
    return () => ownWindow.removeEventListener('message', listen);
  }, [actor, device, name]);

  const render = useEffectEvent((page: { readonly turn: number; readonly html: string }) => {
    isRendered.current = false;
    post(element.current, { type: 'frontage.render', ...page, scrollTop, windowHeight: height });
  });
  const scroll = useEffectEvent(() => post(element.current, { type: 'frontage.scroll', scrollTop }));
  useEffect(() => {
    if (readyCount > 0 && html !== null && turn !== null) render({ turn, html });
  }, [html, turn, readyCount]);
  // The scroll position may have changed while the page was loading.
  useEffect(() => {
    if (visible) scroll();
  }, [visible]);
  useEffect(() => {
    if (readyCount > 0) postOutline(outline, ghost, reveal && visible);
  }, [outline, ghost, reveal, visible, readyCount]);

  return (
    <iframe
      ref={element}
      src={address}
      title={title}
      className={frameStyle}
      style={{ width, height: frameHeight, transform: `scale(${scale})` }}
      data-hidden={visible ? undefined : ''}
      aria-hidden={visible ? undefined : true}
      tabIndex={visible ? undefined : -1}
    />
  );
});

function post(frame: HTMLIFrameElement | null, message: ToPreview): void {
  frame?.contentWindow?.postMessage(message, '*');
}

function eventOf(message: FromPreview, device: PreviewDevice, frame: FrameName): PreviewEvent {
  switch (message.type) {
    case 'frontage.ready':
      return { type: 'frame.ready', frame, device };
    case 'frontage.rendered':
      return { type: 'frame.rendered', frame, device, turn: message.turn };
    case 'frontage.scrolled':
      return { type: 'frame.scrolled', frame, device, scrollTop: message.scrollTop };
    case 'frontage.blockClicked':
      return { type: 'frame.blockClicked', blockId: message.blockId };
  }
}
