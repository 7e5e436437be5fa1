import { contrastRatio, rgbOf } from '#contract/settings/contrast.ts';
import { type ColorName, colorNames, type ColorPair, type Font, type PageModel } from './page-model.ts';

/** The contrast of WCAG AA for large text and for graphics. */
const enoughContrast = 3;
const readableContrast = 4.5;

/** The page's colours and fonts as custom properties, for a `<style>`. */
export function rootStyle(model: PageModel): string {
  return `${fontFaces(model)}:root{${[...brandRules(model), ...headerRules(model.header.colors), ...fontRules(model)].join(';')}}`;
}

function brandRules({ colors, on, footer }: PageModel): string[] {
  const brand = colorNames.flatMap((name: ColorName) => [...rule(name, colors[name]), ...rule(`on-${name}`, on[name])]);
  return [
    ...brand,
    // A pale brand colour can't be read on white: then text stays dark, and the colour is used elsewhere.
    ...rule('ink', contrasts(colors.primary, readableContrast) ? colors.primary : '#161616'),
    ...rule('mark', contrasts(colors.secondary, enoughContrast) ? colors.secondary : '#161616'),
    ...pairRules('footer-background', footer.colors.background),
    ...pairRules('footer-font', footer.colors.font),
  ];
}

const contrasts = (color: string, least: number) => (contrastRatio(color, '#ffffff') ?? 0) >= least;

function headerRules(colors: PageModel['header']['colors']): string[] {
  return Object.entries(colors).flatMap(([key, pair]) => (/^[a-z_]+$/u.test(key) ? pairRules(key.replaceAll('_', '-'), pair) : []));
}

const pairRules = (name: string, { color, hover }: ColorPair) => [...rule(name, color), ...rule(`${name}-hover`, hover)];
/** Only colours get into the style sheet, whoever built the model. */
const rule = (name: string, color: string) => (rgbOf(color) ? [`--${name}:${color.trim()}`] : []);

function fontRules({ fonts, preview }: PageModel): string[] {
  const one = (part: 'heading' | 'body', font: Font | null) =>
    font && !preview ? [`--${part}-font:"${cssText(font.family)}",var(--${part}-stack)`] : [];
  return [...one('heading', fonts.heading), ...one('body', fonts.body)];
}

/** A preview loads nothing from other servers, so it shows the theme's own fonts. */
function fontFaces({ fonts, preview }: PageModel): string {
  if (preview) return '';
  return [fonts.heading, fonts.body]
    .filter((font) => font?.kind === 'file')
    .map((font) => (font ? `@font-face{font-family:"${cssText(font.family)}";src:url("${cssText(font.url)}");font-display:swap}` : ''))
    .join('');
}

/** For quotes in a style sheet within HTML: escapes whatever could end the quotes, or the element. */
function cssText(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9 /:.,_-]/gu, (char) => `\\${(char.codePointAt(0) ?? 0).toString(16)} `);
}

/** Fonts and widgets are offered with their element around the style sheet, which people paste whole. */
const inElement = /^\s*<style\b[^<>]*>(.*)<\/style\s*>\s*$/isu;

/**
 * The agency's own style sheet, without what nobody sees in front of it: that would be a part of its first rule. It can't end its element:
 * `<\/` means the same to CSS.
 */
export function ownStyle(css: string): string {
  const typed = css.replace(/^\p{DI}+/u, '');
  return (inElement.exec(typed)?.[1] ?? typed).replaceAll('</', '<\\/');
}
