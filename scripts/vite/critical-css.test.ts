import { describe, expect, it } from 'vitest';
import { criticalCss } from './critical-css.ts';

const html = '<main class="page [&amp;_svg]:w_4"><input type="email" autoFocus="" class="p_1.5"/><svg></svg></main>';
const css = (text: string) => criticalCss(text, html, (rule) => rule.includes('latin'));

describe('the critical style sheet', () => {
  it('has the rules of the classes, elements and attributes that are there', () => {
    expect(css('.page{a:b}.other{a:b}.page .other{a:b}')).toBe('.page{a:b}');
    expect(css('main,nav{a:b}nav input{a:b}[type=email]{a:b}[data-x]{a:b}input[readonly]{a:b}')).toBe('main{a:b}[type=email]{a:b}');
    expect(css(String.raw`.p_1\.5{a:b}.\[\&_svg\]\:w_4 svg{a:b}.\[\&_svg\]\:w_5 svg{a:b}`)).toBe(
      String.raw`.p_1\.5{a:b}.\[\&_svg\]\:w_4 svg{a:b}`,
    );
  });

  it('has the states in which they can be, and leaves out the others', () => {
    const states = '.page:hover{a:b}input:focus-visible{a:b}.page:not(:disabled,.other):hover{a:b}[aria-busy=true]{a:b}';
    expect(css(`${states}input:disabled{a:b}input::placeholder{a:b}`)).toBe(states);
  });

  it('keeps the order of the layers, empty ones too, and the conditions', () => {
    const sheet = '@layer base{.page{a:b}}@layer recipes;@layer utilities{@media (width>=768px){.page{a:c}}}';
    expect(css(`${sheet}@media print{.page{a:d}}@media (width>=1px){.other{a:b}}`)).toBe(sheet);
  });

  it('keeps the properties that are read, by way of others too, the animations and the chosen fonts', () => {
    expect(css(':root{--a:var(--b);--b:1px;--c:var(--d);--d:2px}.page{width:var(--a)}')).toBe(
      ':root{--a:var(--b);--b:1px}.page{width:var(--a)}',
    );
    expect(css('.page{animation:turn 1s}@keyframes turn{to{a:b}}@keyframes other{to{a:b}}')).toBe(
      '.page{animation:turn 1s}@keyframes turn{to{a:b}}',
    );
    expect(css('@font-face{src:url(latin)}@font-face{src:url(greek)}')).toBe('@font-face{src:url(latin)}');
  });
});
