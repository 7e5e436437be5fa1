import type { CSSProperties } from 'react';
import { css, cva, cx } from '#styled/css/index.js';
import { messageRoom } from './message-room.ts';

/** The height of a text and of a control is in the global styles, so that a class of its user's always wins. */
const style = cva({
  base: { display: 'block', borderRadius: 'sm', backgroundColor: 'surface.hover', animation: 'pulse' },
  variants: {
    shape: {
      text: { width: 'full' },
      control: { width: 'full', borderRadius: 'md' },
      label: { height: '3.5', width: '32' },
    },
  },
});
const fieldStyle = css({ display: 'flex', flexDirection: 'column' });
// The room for a message below a field.
const labelSpace = css({ marginTop: '1', marginBottom: '[0.625rem]' });
const helpSpace = css({ marginTop: '1.5', fontSize: 'sm', maxWidth: 'prose', textWrap: '[pretty]' });
// A bar per line, broken where the text of the help is: it is as high as the help at every width.
const helpText = css({ color: '[transparent]', backgroundColor: 'surface.hover', boxDecorationBreak: 'clone' });
const codeSpace = css({ height: '[18rem]' });
// Where it is narrow a colour's value is below its name.
const rowSpace = css({ height: { base: '10', _slim: '14' } });
const colorSpace = css({ height: { base: '9', _slim: '[5.125rem]' } });
const fileSpace = css({ height: '[5.5rem]' });
const pictureSpace = css({ height: { base: '[15rem]', md: '[10.125rem]' } });

interface SkeletonProps {
  readonly shape?: 'text' | 'control' | 'label';
  readonly className?: string;
  readonly style?: CSSProperties;
}

export function Skeleton({ shape = 'text', className, style: inline }: SkeletonProps) {
  return <span aria-hidden="true" data-skeleton={shape} className={cx(style({ shape }), className)} style={inline} />;
}

/**
 * The height of a field's control: a line, a row or a colour that the label is a part of, a box of code, of a file or of a picture, a text area of
 * that many rows, or a list of that many options.
 */
export type FieldSkeletonShape =
  | 'line'
  | 'row'
  | 'color'
  | 'control'
  | 'code'
  | 'file'
  | 'picture'
  | { readonly rows: number }
  | { readonly options: number };

const spaces: Partial<Record<FieldSkeletonShape & string, string>> = {
  row: rowSpace,
  color: colorSpace,
  code: codeSpace,
  file: fileSpace,
  picture: pictureSpace,
};

function heightOf(shape: FieldSkeletonShape): CSSProperties | undefined {
  if (typeof shape === 'string') return undefined;
  if ('rows' in shape) return { height: `calc(${shape.rows} * 1lh + 1rem + 2px)` };
  // As many options of 1.75rem, with 0.25rem between two of them.
  return { height: `${shape.options * 2 - 0.25}rem` };
}

interface FieldSkeletonProps {
  readonly shape: FieldSkeletonShape;
  readonly help?: string | undefined;
  /** How many lines follow the help whose text is not known here. */
  readonly helpLines?: number;
}

/** The skeleton of a field, as high as the field. */
export function FieldSkeleton({ shape, help, helpLines = 0 }: FieldSkeletonProps) {
  const hasLabel = shape !== 'row' && shape !== 'color';
  return (
    <div className={cx(fieldStyle, hasLabel && shape !== 'line' && messageRoom)}>
      {hasLabel ? <Skeleton shape="label" className={labelSpace} /> : null}
      {shape === 'line' ? null : (
        <Skeleton shape="control" className={typeof shape === 'string' ? spaces[shape] : undefined} style={heightOf(shape)} />
      )}
      {help !== undefined || helpLines > 0 ? (
        <div className={helpSpace} aria-hidden="true">
          {help === undefined ? null : (
            <span data-skeleton={shape} className={helpText}>
              {help}
            </span>
          )}
          {helpLines > 0 ? <Skeleton shape="label" style={{ height: `${helpLines}lh` }} /> : null}
        </div>
      ) : null}
    </div>
  );
}
