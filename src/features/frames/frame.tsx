import { type RefObject, useState } from 'react';
import { css } from '#styled/css/index.js';

const style = css({ flex: '1', width: 'full', border: 'none', '&[data-hidden]': { visibility: 'hidden' } });

interface FrameProps {
  readonly ref: RefObject<HTMLIFrameElement | null>;
  readonly title: string;
  readonly isVisible: boolean;
  /** Called once: a frame that gets another address adds it to the browser's history. */
  readonly addressWithKey: () => string;
  readonly onLoad: (frame: HTMLIFrameElement) => void;
}

/** The frame of one load. Its address has the key of the sign-in. */
export function Frame({ ref, title, isVisible, addressWithKey, onLoad }: FrameProps) {
  const [address] = useState(addressWithKey);
  return (
    <iframe
      ref={ref}
      src={address}
      title={title}
      className={style}
      referrerPolicy="no-referrer"
      data-hidden={isVisible ? undefined : ''}
      onLoad={(event) => onLoad(event.currentTarget)}
    />
  );
}
