import { type FromPreview, fromPreviewSchema, type ToPreview } from '#contract/preview-messages.ts';
import type { Device, FrameName, PreviewEvent } from '#machines/preview/preview.types.ts';
import type { DeviceView, FrameView } from '#machines/preview/preview.view.types.ts';
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
  // A page without a background of its own stands on white in the dark theme too.
  backgroundColor: '[#fff]',
  colorScheme: '[light]',
  '&[data-hidden]': { visibility: 'hidden' },
});

/** The page and its own policy, which keeps it apart from the console: see `server/static/preview-frame.ts`. */
const address = '/preview-frame';

interface PreviewFrameProps extends Pick<DeviceView, 'device' | 'width' | 'height' | 'scale' | 'scrollTop'> {
  readonly actor: PreviewActor;
  readonly frame: FrameView;
  readonly title: string;
  /** The block to outline. */
  readonly outline: string | null;
  /** Brings the outlined block into sight, once. */
  readonly reveal: boolean;
  /** The block that each device brought into sight last: after that the person scrolls. */
  readonly revealed: RefObject<Partial<Record<Device, string>>>;
}

/** One of a device's two frames: gets its page by message, and tells the chart what it is told. */
export const PreviewFrame = memo(function PreviewFrame(props: PreviewFrameProps) {
  const { actor, device, frame, width, height, scale, scrollTop, title, outline, reveal, revealed } = props;
  const element = useRef<HTMLIFrameElement>(null);
  const { name, html, turn, listened, visible } = frame;
  const stands = useRef(false);
  const tellOutline = useEffectEvent((blockId: string | null, bring: boolean) => {
    const wanted = bring && blockId !== null && revealed.current[device] !== blockId;
    say(element.current, { type: 'frontage.outline', blockId, reveal: wanted });
    // A page that is still loading goes back to its place once it stands.
    if (wanted && stands.current) revealed.current[device] = blockId;
  });
  const stand = useEffectEvent(() => {
    stands.current = true;
    tellOutline(outline, reveal);
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => {
      // A frame without an origin is known by its window alone.
      if (event.source === null || event.source !== element.current?.contentWindow) return;
      const told = v.safeParse(fromPreviewSchema, event.data);
      if (!told.success) return;
      if (told.output.type === 'frontage.rendered') stand();
      actor.send(eventOf(told.output, device, name));
    };
    // A frame tells the window that it stands in, which may be one of the preview's own.
    const view = element.current?.ownerDocument.defaultView ?? window;
    view.addEventListener('message', listen);
    return () => view.removeEventListener('message', listen);
  }, [actor, device, name]);

  const render = useEffectEvent((page: { readonly turn: number; readonly html: string }) => {
    stands.current = false;
    say(element.current, { type: 'frontage.render', ...page, scrollTop });
  });
  const scroll = useEffectEvent(() => say(element.current, { type: 'frontage.scroll', scrollTop }));
  useEffect(() => {
    if (listened > 0 && html !== null && turn !== null) render({ turn, html });
  }, [html, turn, listened]);
  // What was scrolled while the page was on its way.
  useEffect(() => {
    if (visible) scroll();
  }, [visible]);
  useEffect(() => {
    if (listened > 0) tellOutline(outline, reveal && visible);
  }, [outline, reveal, visible, listened]);

  return (
    <iframe
      ref={element}
      src={address}
      title={title}
      className={frameStyle}
      style={{ width, height, transform: `scale(${scale})` }}
      data-hidden={visible ? undefined : ''}
      aria-hidden={visible ? undefined : true}
      tabIndex={visible ? undefined : -1}
    />
  );
});

function say(frame: HTMLIFrameElement | null, message: ToPreview): void {
  frame?.contentWindow?.postMessage(message, '*');
}

function eventOf(told: FromPreview, device: Device, frame: FrameName): PreviewEvent {
  switch (told.type) {
    case 'frontage.ready':
      return { type: 'frame.ready', frame, device };
    case 'frontage.rendered':
      return { type: 'frame.rendered', frame, device, turn: told.turn };
    case 'frontage.scrolled':
      return { type: 'frame.scrolled', frame, device, scrollTop: told.scrollTop };
    case 'frontage.blockClicked':
      return { type: 'frame.blockClicked', blockId: told.blockId };
  }
}
