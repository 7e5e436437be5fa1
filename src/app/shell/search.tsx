import { css } from '#styled/css/index.js';
import { Search as SearchIcon } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { modifier } from '#src/ui/modifier.ts';
import { listenForPaletteKeys, requestPalette } from '../palette-keys.ts';
import { useApp } from '../use-app.ts';
import { prefetchWhenIdle } from '../when-idle.ts';

const style = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  width: 'full',
  height: '9',
  borderRadius: 'md',
  color: 'text.muted',
  cursor: 'pointer',
  _hover: { color: 'text', backgroundColor: 'surface.hover' },
  border: { base: 'control', _shortBar: 'none' },
});
const text = css({ srOnly: { _shortBar: true } });
const keys = css({ fontSize: 'xs', display: { _shortBar: 'none' } });

/** Opens the command palette; says its shortcut where there is room. */
function SearchButton() {
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
      <SearchIcon size={16} aria-hidden="true" />
      <span className={text}>Search…</span>
      <span aria-hidden="true" className={keys}>
        {name}
      </span>
    </button>
  );
}

/** Not a lazy component: where it does not load, that is reported, and the next key or click loads again. */
const loadPalette = async () => (await import('#src/features/palette/palette.tsx')).Palette;

/** The button, the keys, and the palette itself, whose code comes when the browser is idle, or when it is first wanted. */
export function Search() {
  const { notify } = useApp();
  const [Palette, setPalette] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = async () => {
      const loaded = await loadPalette();
      setPalette(() => loaded);
    };
    prefetchWhenIdle(load);
    return listenForPaletteKeys(() => {
      load().catch(() => notify({ type: 'error', title: 'Not opened', content: 'Search could not be loaded. Please try again.' }));
    });
  }, [notify]);
  return (
    <>
      <SearchButton />
      {Palette && <Palette />}
    </>
  );
}
