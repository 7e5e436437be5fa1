import { css } from '#styled/css/index.js';
import { Search } from 'lucide-react';
import { modifier } from '#src/ui/modifier.ts';
import { requestPalette } from '../palette-keys.ts';

const style = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  flexShrink: '0',
  minWidth: '9',
  height: '9',
  borderRadius: 'md',
  color: 'text.muted',
  cursor: 'pointer',
  _hover: { color: 'text', backgroundColor: 'surface.hover' },
  xl: { paddingInline: '3', border: 'control' },
});
const text = css({ srOnly: { base: true, xl: false } });
const keys = css({ fontSize: 'xs', display: { base: 'none', xl: 'inline' } });

/** Opens the command palette; says its shortcut where there is room. */
export function SearchButton() {
  const name = modifier === '⌘' ? '⌘K' : 'Ctrl K';
  return (
    <button
      type="button"
      className={style}
      title={`Search (${name})`}
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={() => requestPalette('palette')}
    >
      <Search size={16} aria-hidden="true" />
      <span className={text}>Search…</span>
      <span aria-hidden="true" className={keys}>
        {name}
      </span>
    </button>
  );
}
