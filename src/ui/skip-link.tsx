import { css } from '#styled/css/index.js';

const style = css({
  position: 'fixed',
  top: '2',
  insetInlineStart: '2',
  zIndex: 'skip',
  paddingInline: '4',
  paddingBlock: '2',
  borderRadius: 'md',
  color: 'accent.on',
  backgroundColor: 'accent.solid',
  fontWeight: 'medium',
  '&:not(:focus)': { transform: 'translateY(-200%)' },
});

export function SkipLink({ target }: { readonly target: string }) {
  return (
    <a
      href={`#${target}`}
      className={style}
      onClick={(event) => {
        // Otherwise the router would treat the fragment as a navigation.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
