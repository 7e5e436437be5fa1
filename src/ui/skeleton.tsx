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
const codeSpace = css({ height: '[18rem]' });
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

/** The height of a field's control: one line, a box of code, or a text area of that many rows. */
export type FieldSkeletonShape = 'line' | 'control' | 'code' | { readonly rows: number };

/** The skeleton of a field, as high as the field. */
export function FieldSkeleton({ shape, help = false }: { readonly shape: FieldSkeletonShape; readonly help?: boolean }) {
  return (
    <div className={cx(fieldStyle, shape !== 'line' && messageSpace)}>
      <Skeleton shape="label" className={labelSpace} />
      {shape === 'line' ? null : (
        <Skeleton
          shape="control"
          className={shape === 'code' ? codeSpace : undefined}
          style={typeof shape === 'object' ? { height: `calc(${shape.rows} * 1lh + 1rem + 2px)` } : undefined}
        />
      )}
      {help ? <Skeleton shape="label" className={helpSpace} /> : null}
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
