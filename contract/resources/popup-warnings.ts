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

/** What a popup's content loses on the website. */
export function popupWarnings({ content }: Values): readonly string[] {
  if (typeof content !== 'string') return [];
  const found = new Set([
    ...Array.from(content.matchAll(elements), ([, name = '']) => leftOut[name.toLowerCase()] ?? name),
    ...Array.from(content.matchAll(links), ([, scheme = '']) => `a link to “${scheme.toLowerCase()}:”`),
    ...(pictures.test(content) ? ['a picture (upload it under Files)'] : []),
  ]);
  return found.size === 0 ? [] : [`The website leaves out of the content: ${[...found].join(', ')}.`];
}
