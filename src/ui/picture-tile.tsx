import { useSortable } from '@dnd-kit/sortable';
import { ChevronLeft, ChevronRight, CircleAlert, CloudOff, Image as ImageIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { Button } from './button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { FileDropState } from './file-drop.tsx';
import { IconButton } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';
import { StoredPicture } from './stored-picture.tsx';
import { visuallyHidden } from './visually-hidden.ts';

const tile = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: '0',
  borderRadius: 'md',
  border: 'hairline',
  backgroundColor: 'surface',
  overflow: 'hidden',
  '&[data-failed]': { borderColor: 'danger.solid' },
});
const lifted = css({ position: 'relative', zIndex: 'sticky', boxShadow: 'overlay' });
const frame = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 'full',
  height: '[6.5rem]',
  padding: '0',
  color: 'text.muted',
  backgroundColor: 'surface.sunken',
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-2px]' },
});
const grab = css({ cursor: 'grab', _active: { cursor: 'grabbing' } });
const picture = css({ width: 'full', height: 'full', objectFit: 'contain', pointerEvents: 'none' });
const pictureFrame = css({ width: 'full', height: 'full', pointerEvents: 'none' });
const uploading = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '2',
  width: 'full',
  paddingInline: '3',
  fontSize: 'sm',
});
const caption = css({ flex: '1', paddingInline: '2.5', paddingBlock: '2', fontSize: 'sm', lineHeight: 'snug', minWidth: '0' });
const nameStyle = css({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const noteStyle = css({ display: 'flex', alignItems: 'center', gap: '1', color: 'text.muted', '& svg': { flexShrink: '0' } });
const remarkStyle = css({ color: 'text.muted', overflowWrap: 'anywhere' });
const problem = css({ color: 'danger.text', overflowWrap: 'anywhere' });
const again = css({ marginTop: '2' });
const tools = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '1',
  paddingInline: '1',
  paddingBottom: '1',
});

export interface PictureTileProps {
  /** Its key in the grid. */
  readonly id: string;
  readonly name: string;
  readonly state: FileDropState;
  /** Counted from 0; null for one that can't be moved yet. */
  readonly at: number | null;
  readonly count: number;
  readonly disabled: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onRetry?: (() => void) | undefined;
}

/** One picture of several, with the state of its upload. */
export function PictureTile({ id, name, state, at, count, disabled, onMove, onRemove, onRetry }: PictureTileProps) {
  // During an upload a progress bar replaces the handle. The buttons can still move the tile.
  const isFixed = disabled || at === null || count < 2 || state.status === 'uploading';
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
    disabled: isFixed,
  });
  const style = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition: transition ?? undefined,
  };
  const failed = state.status === 'failed';
  const place = at === null ? name : `${name}, picture ${at + 1} of ${count}`;
  const { 'aria-disabled': _disabled, ...handle } = attributes;
  return (
    <li ref={setNodeRef} style={style} className={cx(tile, isDragging && lifted)} data-failed={failed || undefined}>
      {isFixed ? (
        <div className={frame}>
          <Thumbnail state={state} />
        </div>
      ) : (
        <button {...handle} {...listeners} ref={setActivatorNodeRef} type="button" className={cx(frame, grab)}>
          <span className={visuallyHidden}>{place}</span>
          <Thumbnail state={state} />
        </button>
      )}
      <div className={caption}>
        <span className={nameStyle} title={name}>
          {name}
        </span>
        <TileStatus state={state} />
        {onRetry ? (
          <Button size="small" className={again} aria-label={`Try again: ${name}`} onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </div>
      {disabled ? null : (
        <div className={tools}>
          <span>
            {at === null ? null : (
              <>
                <Step id={`${id}-left`} label={`Move ${name} left`} icon={<ChevronLeft />} off={at === 0} onClick={() => onMove(-1)} />
                <Step
                  id={`${id}-right`}
                  label={`Move ${name} right`}
                  icon={<ChevronRight />}
                  off={at === count - 1}
                  onClick={() => onMove(1)}
                />
              </>
            )}
          </span>
          <IconButton size="small" label={`Remove ${name}`} icon={<X />} onClick={onRemove} />
        </div>
      )}
    </li>
  );
}

interface StepProps {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly off: boolean;
  readonly onClick: () => void;
}

/** At the end of the list it does nothing, but keeps the focus. */
function Step({ id, label, icon, off, onClick }: StepProps) {
  return <IconButton id={id} size="small" label={label} icon={icon} aria-disabled={off || undefined} onClick={off ? undefined : onClick} />;
}

function TileStatus({ state }: { readonly state: FileDropState }) {
  if (state.status === 'failed')
    return (
      <div role="alert" className={problem}>
        {state.message}
      </div>
    );
  if (state.status === 'unseen') return <span className={noteStyle}>{state.message}</span>;
  if (state.status === 'ready' && state.note)
    return (
      <span className={noteStyle} title={state.note}>
        <CloudOff size={14} aria-hidden="true" />
        On this device
      </span>
    );
  if (state.status === 'ready' && state.remarks?.length) return <span className={remarkStyle}>{state.remarks.join(' ')}</span>;
  return null;
}

/** The alt text is empty: the name is shown below the picture. */
function Thumbnail({ state }: { readonly state: FileDropState }) {
  switch (state.status) {
    case 'loading':
    case 'empty':
      return (
        <span className={uploading}>
          <Spinner />
          Loading…
        </span>
      );
    case 'uploading':
      return (
        <span className={uploading}>
          Uploading…
          <ProgressBar label={`Uploading ${state.name}`} done={state.percent} all={100} />
        </span>
      );
    case 'failed':
      return <CircleAlert size={20} aria-hidden="true" />;
    case 'unseen':
      return <ImageIcon size={20} aria-hidden="true" />;
    case 'ready':
      if (state.url === null) return <ImageIcon size={20} aria-hidden="true" />;
      return (
        <StoredPicture
          key={state.url}
          url={state.url}
          alt=""
          className={picture}
          frameClass={pictureFrame}
          loadingText="Loading…"
          fallback={<ImageIcon size={20} aria-hidden="true" />}
        />
      );
  }
}
