import type { Plugin } from 'vite';

const node = /node: \[\s*\[/u;

/**
 * An icon of Lucide without its name, its size and the keys of its shapes: `src/ui/create-icon.ts` reads only the shapes. A file that only
 * gives an icon another name stays as it is.
 */
export function withoutUnreadData(code: string): string {
  if (!code.includes('createLucideIcon(')) return code;
  if (!node.test(code)) throw new Error('An icon has no list of shapes as scripts/vite/lean-icons.ts knows it.');
  return code
    .replaceAll(/,\s*key: "[^"]*"/gu, '')
    .replaceAll(/^\s*(?:name: "[^"]*"|size: \d+),\n/gmu, '')
    .replace(/^__iconData\.node;\n/mu, '');
}

/** Removes what no icon reads from the build: the shapes' keys are random, so they compress badly. */
export function leanIcons(): Plugin {
  return {
    name: 'frontage-lean-icons',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/ },
      handler: (code) => ({ code: withoutUnreadData(code), map: null }),
    },
  };
}
