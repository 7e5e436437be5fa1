import { cva } from '#styled/css/index.js';

const style = cva({
  base: {
    display: 'inline-block',
    flexShrink: '0',
    borderRadius: 'full',
    borderStyle: 'solid',
    borderWidth: 'thick',
    borderColor: 'current',
    borderTopColor: 'transparent',
    animation: 'spin',
  },
  variants: { size: { small: { width: '4', height: '4' }, large: { width: '8', height: '8' } } },
});

/** Decoration only: the busy element says so in text or by aria-busy. */
export function Spinner({ size = 'small' }: { readonly size?: 'small' | 'large' }) {
  return <span aria-hidden="true" className={style({ size })} />;
}
