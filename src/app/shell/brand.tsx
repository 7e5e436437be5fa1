import { css, cx } from '#styled/css/index.js';

const style = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2.5',
  fontWeight: 'semibold',
  fontSize: 'lg',
  letterSpacing: 'tight',
  color: 'text',
});
const large = css({ fontSize: 'xl', '& svg': { width: '9', height: '9' } });
const mark = css({ width: '7', height: '7', color: 'accent.solid', flexShrink: '0' });

/** A facade to the street: gable, door and two windows. */
export function Brand({ size = 'medium' }: { readonly size?: 'medium' | 'large' }) {
  return (
    <span className={cx(style, size === 'large' && large)}>
      <svg
        className={mark}
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M4 14 16 4l12 10v13a1.5 1.5 0 0 1-1.5 1.5h-21A1.5 1.5 0 0 1 4 27Z" />
        <path d="M13 28.5V20h6v8.5M9.5 15.5h.01M22.5 15.5h.01" />
      </svg>
      Frontage
    </span>
  );
}
