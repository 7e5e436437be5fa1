import { type ComponentType, useEffect, useState } from 'react';
import { listenForPaletteKeys } from '../palette-keys.ts';
import { useApp } from '../use-app.ts';
import { prefetchWhenIdle } from '../when-idle.ts';
import { loadPalette } from './overlays.ts';

/** The command palette. Its code comes behind the first screen, or when it is first wanted. */
export function PaletteHost() {
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
  return Palette && <Palette />;
}
