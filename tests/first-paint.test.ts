import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { colors } from '#src/ui/theme/colors.ts';
import { withIcon, withLateStyles } from '../scripts/vite/page-hints.ts';

describe('the first paint', () => {
  it('waits for no style sheet: those stand behind the spinner', () => {
    const page =
      '<head>\n    <link rel="stylesheet" crossorigin href="/a.css">\n    <link rel="icon" href="/i">\n  </head><body><p>Starting</p></body>';
    const late = withLateStyles(page);
    expect(late).toMatch(/<p>Starting<\/p>\s*<link rel="stylesheet" crossorigin href="\/a\.css">\s*<\/body>/u);
    expect([late.match(/stylesheet/gu)?.length, late.includes('rel="icon"')]).toEqual([1, true]);
  });

  it('has its icon in the page', () => {
    const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
    expect(withIcon(page)).toMatch(/<link rel="icon" href="data:image\/png;base64,iVBORw0KGgo[^"]+" type="image\/png" \/>/u);
  });

  it('has the colours of the console', () => {
    const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
    for (const { light, dark } of [colors.canvas.DEFAULT, colors.text.muted]) expect(page).toContain(`light-dark(${light}, ${dark})`);
    expect(page).toContain('class="starting"');
  });
});
