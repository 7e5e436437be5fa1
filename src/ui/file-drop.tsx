import { CircleAlert, File as FileIcon, Upload } from 'lucide-react';
import { useRef } from 'react';
import { css, cva, cx } from '#styled/css/index.js';
import { Button } from './button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { StoredPicture } from './stored-picture.tsx';
import { useDropZone } from './use-drop-zone.ts';

const box = cva({
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    minHeight: '[5.5rem]',
    padding: '4',
    borderRadius: 'md',
    borderWidth: 'thin',
    borderStyle: 'dashed',
    borderColor: 'border.strong',
    backgroundColor: 'surface',
  },
  variants: {
    over: { true: { borderColor: 'accent.solid', backgroundColor: 'accent.subtle' } },
    filled: { true: { borderStyle: 'solid', borderColor: 'border' } },
    // As high as the picture will be, so that nothing moves when it loads.
    tall: { true: { minHeight: '[10rem]' } },
    invalid: { true: { borderColor: 'danger.solid' } },
  },
});
const picture = css({
  width: '[14rem]',
  maxWidth: 'full',
  height: '[8rem]',
  objectFit: 'scale-down',
  borderRadius: 'sm',
  // A colour between the two themes: white logos and dark ones are both visible on it.
  backgroundColor: 'border.strong',
});
const textStyle = css({ flex: '1', minWidth: '[10rem]', overflowWrap: 'anywhere' });
const muted = css({ color: 'text.muted', fontSize: 'sm' });
const note = css({ display: 'block', color: 'text.muted', fontSize: 'sm' });
const below = css({ marginTop: '2' });
const failedIcon = css({ color: 'danger.text', flexShrink: '0' });
const failedText = css({ color: 'danger.text' });
const row = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });

export type FileDropState =
  | { readonly status: 'empty' }
  | { readonly status: 'loading' }
  | { readonly status: 'uploading'; readonly name: string; readonly percent: number | null }
  | {
      readonly status: 'ready';
      readonly name: string;
      readonly url: string | null;
      readonly note?: string;
      readonly remarks?: readonly string[] | undefined;
    }
  /** The file is stored, and can't be shown now. */
  | { readonly status: 'unseen'; readonly message: string }
  | { readonly status: 'failed'; readonly message: string };

export interface FileDropProps {
  readonly id: string;
  readonly label: string;
  readonly state: FileDropState;
  /** Show the file itself, and not only its name. */
  readonly picture: boolean;
  readonly accept: string;
  readonly hint: string;
  readonly disabled?: boolean;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onFile: (file: File) => void;
  /** Several files were dropped or pasted, and the field holds one. */
  readonly onSeveral: (count: number) => void;
  readonly onClear: () => void;
  /** Cancels the upload, or drops a file that was not accepted; undefined where there is none. */
  readonly onCancel?: (() => void) | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** A file field in all its states. Files are chosen by the button, dropped on it, or pasted while the focus is in it. */
export function FileDrop(props: FileDropProps) {
  const { id, label, state, accept, hint, disabled = false, onFile, onSeveral, onClear, onCancel, onRetry } = props;
  const input = useRef<HTMLInputElement>(null);
  const busy = state.status === 'uploading' || state.status === 'loading';
  const { isOver, zone } = useDropZone(disabled || busy, (files) => {
    const [file] = files;
    if (files.length > 1) onSeveral(files.length);
    else if (file) onFile(file);
  });
  /** The pressed button goes with the file, so the focus moves to the one that chooses another. */
  const thenChoose = (act: () => void): void => {
    document.getElementById(id)?.focus();
    act();
  };
  const choose = (): void => input.current?.click();
  const action = actions[state.status];
  const failed = state.status === 'failed';
  return (
    <div
      {...zone}
      className={box({
        over: isOver,
        filled: state.status === 'ready',
        tall: props.picture && (busy || state.status === 'ready'),
        invalid: props['aria-invalid'] ?? (state.status === 'failed' || undefined),
      })}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Preview {...props} />
      <div className={row}>
        {onRetry ? (
          <Button
            size="small"
            variant={failed ? 'primary' : 'secondary'}
            aria-label={`Try again: ${label}`}
            onClick={() => thenChoose(onRetry)}
          >
            Try again
          </Button>
        ) : null}
        <Button
          id={id}
          size="small"
          busy={state.status === 'uploading'}
          disabled={disabled}
          aria-label={`${action}: ${label}`}
          aria-describedby={props['aria-describedby']}
          onClick={choose}
        >
          <Upload aria-hidden="true" />
          {action}
        </Button>
        {onCancel && !failed ? (
          <Button
            size="small"
            aria-label={'name' in state ? `Cancel the upload of ${state.name}` : 'Cancel the upload'}
            onClick={() => thenChoose(onCancel)}
          >
            Cancel
          </Button>
        ) : null}
        {state.status === 'ready' || state.status === 'unseen' || failed ? (
          <Button
            size="small"
            variant="ghost"
            disabled={disabled}
            aria-label={`Remove ${label}`}
            // Drops the file that was not accepted, and restores the previous value of the field.
            onClick={() => thenChoose(failed ? (onCancel ?? onClear) : onClear)}
          >
            Remove
          </Button>
        ) : null}
      </div>
      {state.status === 'ready' || state.status === 'loading' ? null : <span className={muted}>{hint}</span>}
    </div>
  );
}

const actions: { readonly [Status in FileDropState['status']]: string } = {
  empty: 'Choose a file',
  loading: 'Upload new',
  uploading: 'Choose a file',
  ready: 'Upload new',
  unseen: 'Upload new',
  failed: 'Choose another file',
};

function Preview({ label, state, picture: asPicture }: FileDropProps) {
  switch (state.status) {
    case 'empty':
      return null;
    case 'loading':
      return (
        <>
          {/* The room of the picture, so that nothing moves when it comes. */}
          {asPicture ? <span className={picture} aria-hidden="true" /> : null}
          <span className={textStyle} role="status">
            {asPicture ? 'Loading the picture…' : 'Loading the file…'}
          </span>
        </>
      );
    case 'uploading':
      return (
        <div className={textStyle} role="status">
          {`Uploading ${state.name}…`}
          <ProgressBar label={`Uploading ${state.name}`} done={state.percent} all={100} className={below} />
        </div>
      );
    case 'failed':
      return (
        <>
          <CircleAlert size={20} aria-hidden="true" className={failedIcon} />
          <div className={cx(textStyle, failedText)} role="alert">
            {state.message}
          </div>
        </>
      );
    case 'unseen':
      return (
        <>
          <FileIcon size={20} aria-hidden="true" />
          <span className={textStyle}>{state.message}</span>
        </>
      );
    case 'ready':
      return (
        <>
          {asPicture && state.url ? (
            <StoredPicture
              key={state.url}
              url={state.url}
              alt={label}
              className={picture}
              loadingText="Loading the picture…"
              fallback={<FileIcon size={20} aria-hidden="true" />}
            />
          ) : (
            <FileIcon size={20} aria-hidden="true" />
          )}
          <span className={textStyle}>
            {state.name}
            {state.note ? <span className={note}>{state.note}</span> : null}
            {state.remarks?.map((remark) => (
              <span key={remark} className={note}>
                {remark}
              </span>
            ))}
          </span>
        </>
      );
  }
}
