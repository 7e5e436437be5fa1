import { css } from '#styled/css/index.js';

const style = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: '0',
  width: '8',
  height: '8',
  borderRadius: 'full',
  color: 'accent.text',
  backgroundColor: 'accent.subtle',
  fontSize: 'xs',
  fontWeight: 'semibold',
  textTransform: 'uppercase',
});

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => Array.from(word ?? '')[0] ?? '').join('');
};

/** Decoration only: the name itself is beside it, or is the label of its control. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span aria-hidden="true" className={style}>
      {initials(name)}
    </span>
  );
}
