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
const form = css({ display: 'flex', flexDirection: 'column', gap: '6' });
const row = css({ display: 'flex', flexDirection: 'column', gap: '2' });

export function Skeleton({ shape = 'text', className }: { readonly shape?: 'text' | 'control' | 'label'; readonly className?: string }) {
  return <span aria-hidden="true" className={cx(style({ shape }), className)} />;
}

/** The shape of a form that is on its way; says so once to a screen reader. */
export function FormSkeleton({ fields, label }: { readonly fields: number; readonly label: string }) {
  return (
    <div role="status" aria-label={label} className={form}>
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
        <div key={index} className={row}>
          <Skeleton shape="label" />
          <Skeleton shape="control" />
        </div>
      ))}
    </div>
  );
}
