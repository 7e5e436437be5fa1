import type { Values } from './define.ts';

/** What the website leaves out of a popup's content, by its element. */
const leftOut: Readonly<Record<string, string>> = {
  iframe: 'a frame',
  frame: 'a frame',
  script: 'a script',
  style: 'styles',
  link: 'styles',
  form: 'a form (choose one under Form)',
  input: 'a field',
  textarea: 'a field',
  select: 'a field',
  object: 'an embedded file',
  embed: 'an embedded file',
  applet: 'an embedded file',
  video: 'a video',
  audio: 'a sound',
  svg: 'a drawing (upload it under Files)',
  math: 'a formula',
  canvas: 'a drawing (upload it under Files)',
};
const elements = new RegExp(String.raw`<(${Object.keys(leftOut).join('|')})(?=[\s/>])`, 'giu');
/** The address of a link with a scheme that the website does not keep. */
const links = /<a\b[^<>]*?\shref\s*=\s*["']?\s*(?!(?:https?|mailto|tel|sms):)([a-z][a-z\d+-]*):/giu;
/** A picture that a script of its own page would have loaded later, or whose address the website does not keep. */
const pictures = /<img\b(?![^<>]*?\ssrc\s*=\s*["']?\s*(?:https?:|data:|[^\s"'>:]+(?:[\s"'>]|$)))[^<>]*>/iu;

const tags = /<([a-z]\w*)\b([^<>]*)>/giu;
const attributes = /[\s/"']([a-z][\w:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/giu;
/** Attributes that stand for a style, some of one element alone. */
const styles: Readonly<Record<string, string>> = {
  ...{
    bgcolor: 'background',
    background: 'background',
    color: 'color',
    face: 'font-family',
    align: 'text-align',
    valign: 'vertical-align',
  },
  ...{ 'font size': 'font-size', 'img align': 'float', 'table align': 'float' },
};
/** A style that a visitor would see. Not what is so without it: programs write `background-color:transparent`, `margin:0` and the like. */
const seen =
  /(?:^|;)\s*(?:color|background(?:-color|-image)?|text-(?:align|indent|transform)|float|font(?:-size|-family)?|letter-spacing|(?:margin|padding|border)(?:-[a-z]+)*|direction|vertical-align(?=\s*:\s*(?:top|middle|bottom))|(?:max-)?width(?=\s*:\s*[1-9]\d*(?:\.\d+)?(?:px|pt|em|rem|cm|in)))\s*:(?!(?:\s*(?:inherit|initial|unset|revert|normal|none|auto|transparent|currentcolor|windowtext|medium|100%|1r?em|left(?<=align:\s*left)|start|ltr|repeat|scroll|rgba\((?:0,\s*){3}0\)|-?(?:0\d*(?:\.0\d*)?|\.0\d*)[a-z%]*)(?=[\s;!]|$))*\s*(?:!\s*important\s*)?(?:;|$))/iu;

/** A style that hides what is in its element, as the first words of a mail that only lists of mails show. */
export const hides = (style: string): boolean =>
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)\b/iu.test(style);

/** The attributes of an element, by their names in small letters. */
const attributesOf = (rest: string): readonly (readonly [attribute: string, value: string])[] =>
  Array.from(rest.matchAll(attributes), ([, key = '', ...values]) => [key.toLowerCase(), values.find((each) => each !== undefined) ?? '']);

const isHidden = ([, , rest = '']: RegExpExecArray): boolean =>
  /\shidden(?=[\s/]|$)/iu.test(rest.replaceAll(attributes, ' ')) ||
  attributesOf(rest).some(([attribute, value]) => attribute === 'style' && hides(value));

/** Whether an element looks otherwise without its styles. */
const isStyled = ([, name = '', rest = '']: RegExpExecArray): boolean =>
  attributesOf(rest).some(([attribute, value]) => {
    const style = styles[`${name.toLowerCase()} ${attribute}`] ?? styles[attribute];
    return seen.test(style === undefined ? (attribute === 'style' ? value : '') : `${style}:${value}`);
  });

/** What a popup's content loses on the website. */
export function popupWarnings({ content }: Values): readonly string[] {
  if (typeof content !== 'string') return [];
  const all = Array.from(content.matchAll(tags));
  const found = new Set([
    ...Array.from(content.matchAll(elements), ([, name = '']) => leftOut[name.toLowerCase()] ?? name),
    ...Array.from(content.matchAll(links), ([, scheme = '']) => `a link to “${scheme.toLowerCase()}:”`),
    ...(all.some(isHidden) ? ['hidden text'] : []),
    ...(all.some(isStyled) ? ['colours, fonts, sizes and alignment'] : []),
    ...(pictures.test(content) ? ['a picture (upload it under Files)'] : []),
  ]);
  return found.size === 0 ? [] : [`The website leaves out of the content: ${[...found].join(', ')}.`];
}
