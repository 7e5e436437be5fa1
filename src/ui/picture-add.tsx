import { ImagePlus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { css, cva, cx } from '#styled/css/index.js';
import { useDropZone } from './use-drop-zone.ts';

const area = css({ display: 'flex', flexDirection: 'column', gap: '2' });
const over = css({ outline: 'focus', outlineOffset: '[4px]', borderRadius: 'md' });
const style = cva({
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    width: 'full',
    minHeight: '[3.5rem]',
    paddingInline: '4',
    borderRadius: 'md',
    borderWidth: 'thin',
    borderStyle: 'dashed',
    borderColor: 'border.strong',
    backgroundColor: 'surface',
    color: 'text',
    fontWeight: 'medium',
    cursor: 'pointer',
    '&:hover:not(:disabled)': { backgroundColor: 'surface.hover' },
    '&:disabled': { color: 'text.muted', cursor: 'not-allowed' },
    '& svg': { color: 'text.muted' },
  },
  variants: { invalid: { true: { borderColor: 'danger.solid' } } },
});
const muted = css({ color: 'text.muted', fontSize: 'sm' });

export interface PictureAddProps {
  readonly id: string;
  readonly label: string;
  readonly accept: string;
  readonly hint: string;
  readonly disabled: boolean;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  /** The pictures of the field; files can be dropped on them too. */
  readonly children: ReactNode;
}

/** Adds pictures by its button, or by dropping them anywhere in the field. */
export function PictureAdd({ id, label, accept, hint, disabled, onFiles, children, ...aria }: PictureAddProps) {
  const input = useRef<HTMLInputElement>(null);
  const { isOver, zone } = useDropZone(disabled, onFiles);
  return (
    <div {...zone} className={cx(area, isOver && over)}>
      {children}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          onFiles(files);
        }}
      />
      <button
        type="button"
        id={id}
        className={style({ invalid: aria['aria-invalid'] })}
        disabled={disabled}
        aria-label={`Add images: ${label}`}
        aria-describedby={aria['aria-describedby']}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={18} aria-hidden="true" />
        Add images
      </button>
      <span className={muted}>{hint}</span>
    </div>
  );
}
