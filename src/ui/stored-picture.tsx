import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { css, cx } from '#styled/css/index.js';
import { PictureStoreContext } from './picture-store.ts';

const frame = css({ position: 'relative', display: 'inline-flex' });
const loadingStyle = css({
  position: 'absolute',
  inset: '0',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  fontSize: 'sm',
  color: 'text',
  // On a fast connection it is never seen.
  animation: 'fadeIn',
  animationDelay: '[200ms]',
  animationFillMode: 'backwards',
});

export interface StoredPictureProps {
  readonly url: string;
  readonly alt: string;
  readonly className: string;
  /** Of the frame, where the picture fills it. */
  readonly frameClass?: string;
  readonly lazy?: boolean;
  /** The text while the picture loads. Without it there is none: a small frame has no room. */
  readonly loadingText?: string;
  /** Drawn in its place where it can't be loaded. */
  readonly fallback: ReactNode;
}

/** A picture of the API. Without a connection it is shown as it was seen last. Remount it for another address. */
export function StoredPicture({ url, alt, className, frameClass, lazy = false, loadingText, fallback }: StoredPictureProps) {
  const store = use(PictureStoreContext);
  const [status, setStatus] = useState<'loading' | 'shown' | 'broken'>('loading');
  const [cachedUrl, setCachedUrl] = useState<string | null>(null);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => () => (cachedUrl === null ? undefined : URL.revokeObjectURL(cachedUrl)), [cachedUrl]);
  const showCached = async (): Promise<void> => {
    const blob = cachedUrl === null ? await store?.peek(url).catch(() => null) : null;
    // Nobody would revoke its address.
    if (!isMounted.current) return;
    if (blob) setCachedUrl(URL.createObjectURL(blob));
    else setStatus('broken');
  };
  if (status === 'broken') return fallback;
  return (
    <span className={cx(frame, frameClass)} data-loading={status === 'loading' || undefined}>
      <img
        src={cachedUrl ?? url}
        alt={alt}
        loading={lazy ? 'lazy' : undefined}
        className={className}
        onLoad={() => {
          setStatus('shown');
          if (cachedUrl === null) store?.remember(url);
        }}
        onError={() => void showCached()}
      />
      {status === 'loading' && loadingText ? <span className={loadingStyle}>{loadingText}</span> : null}
    </span>
  );
}
