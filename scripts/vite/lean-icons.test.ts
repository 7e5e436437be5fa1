import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../inputs.mjs';
import { withoutUnreadData } from './lean-icons.ts';

const icons = join(root, 'node_modules/lucide-react/dist/esm/icons');
it('keeps the shapes of an icon, and nothing else of it', () => {
  const lean = withoutUnreadData(readFileSync(join(icons, 'brush-cleaning.mjs'), 'utf8'));
  expect(lean).toContain('["path", { d: "m16 22-1-4" }]');
  expect(lean).toMatch(/const __iconData = \{\s+node: \[/u);
  expect(lean).not.toMatch(/key:|name:|size:|^__iconData\.node/mu);
  expect(lean).toContain('const BrushCleaning = createLucideIcon(__iconData);');
});

it('does not guess where an icon has another shape', () => {
  expect(() => withoutUnreadData('export default createLucideIcon([]);')).toThrow('no list of shapes');
});
