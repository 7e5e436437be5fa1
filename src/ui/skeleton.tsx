import type { CSSProperties } from 'react';
import { css, cva, cx } from '#styled/css/index.js';

const style = cva({
  base: { display: 'block', borderRadius: 'sm', backgroundColor: 'surface.hover', animation: 'pulse' },
  variants: {
    shape: {
      text: { height: '4', width: 'full' },
      control: { height: 'control', width: 'full', borderRadius: 'md' },
      label: { height: '3.5', width: '32' },
    },
  },
});
const fieldStyle = css({ display: 'flex', flexDirection: 'column' });
// The room for a message below a field.
const messageSpace = css({ mdDown: { paddingBottom: '4' } });
const labelSpace = css({ marginTop: '1', marginBottom: '[0.625rem]' });
const helpSpace = css({ marginTop: '2', marginBottom: '[3.5px]' });
// Another line of help, at its line height.
const moreHelp = css({ marginTop: '[2px]', marginBottom: '[3.5px]' });
const helpSpaces = [
  ['first', helpSpace],
  ['second', moreHelp],
  ['third', moreHelp],
] as const;
const codeSpace = css({ height: '[18rem]' });
// On a phone a colour's value is below its name.
const rowSpace = css({ height: { base: '14', md: '10' } });
const colorSpace = css({ height: { base: '[5.125rem]', md: '9' } });
const fileSpace = css({ height: '[5.5rem]' });
const pictureSpace = css({ height: { base: '[15rem]', md: '[10.125rem]' } });
const form = css({ display: 'flex', flexDirection: 'column', gap: '6' });
const row = css({ display: 'flex', flexDirection: 'column', gap: '2' });

interface SkeletonProps {
  readonly shape?: 'text' | 'control' | 'label';
  readonly className?: string;
  readonly style?: CSSProperties;
}

export function Skeleton({ shape = 'text', className, style: inline }: SkeletonProps) {
  return <span aria-hidden="true" data-skeleton="" className={cx(style({ shape }), className)} style={inline} />;
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

/** The skeleton of a field, as high as the field. `helpLines`: 3 at most. */
export function FieldSkeleton({ shape, helpLines = 0 }: { readonly shape: FieldSkeletonShape; readonly helpLines?: number }) {
  const hasLabel = shape !== 'row' && shape !== 'color';
  return (
    <div className={cx(fieldStyle, hasLabel && shape !== 'line' && messageSpace)}>
      {hasLabel ? <Skeleton shape="label" className={labelSpace} /> : null}
      {shape === 'line' ? null : (
        <Skeleton shape="control" className={typeof shape === 'string' ? spaces[shape] : undefined} style={heightOf(shape)} />
      )}
      {helpSpaces.slice(0, helpLines).map(([line, space]) => (
        <Skeleton key={line} shape="label" className={space} />
      ))}
    </div>
  );
}

/** The skeleton of a form; announces once that the form is loading. */
export function FormSkeleton({ fields, label }: { readonly fields: number; readonly label: string }) {
  const outlines = Array.from({ length: fields }, (_, at) => `outline-${at}`);
  return (
    <div role="status" aria-label={label} className={form}>
      {outlines.map((outline) => (
        <div key={outline} className={row}>
          <Skeleton shape="label" />
          <Skeleton shape="control" />
        </div>
      ))}
    </div>
  );
}
