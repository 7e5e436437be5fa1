import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { Dimensions } from '../dimensions.ts';
import { maxStyleCharacters, safeDeclarations, safeStyleSheet, safeValue } from './safe-css.ts';
import { attributes, elements, holdText, properties, referring, wrappers } from './vocabulary.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const maxDepth = 200;
/** Elements that a browser draws, counting again what `use` repeats: a few nested repetitions make millions. */
const maxDrawn = 200_000;

export interface SafeSvg {
  readonly svg: string;
  readonly dimensions: Dimensions | null;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escapeText = (text: string) => text.replace(/[&<>]/gu, (char) => entities[char] ?? char);
const escapeAttribute = (text: string) => text.replace(/[&<>"\t\n\r]/gu, (char) => entities[char] ?? char);

/** A reference into the same drawing, or on an `image` a picture that it carries with it. */
function safeLink(element: string, link: string): string | null {
  if (referring.has(element)) return /^#[\w:.-]+$/u.test(link.trim()) ? link.trim() : null;
  if (element === 'image')
    return /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/u.test(link) ? link.replace(/\s/gu, '') : null;
  return null;
}

/** One attribute as it may be written; null leaves it out. */
function safeAttribute(element: string, name: string, uri: string, value: string): readonly [string, string] | null {
  if ((name === 'href' || name === 'xlink:href') && (uri === '' || uri === xlinkNamespace)) {
    const link = safeLink(element, value);
    return link === null ? null : ['href', link];
  }
  if (name === 'xml:space') return value === 'preserve' ? ['xml:space', 'preserve'] : null;
  if (uri !== '') return null;
  if (name === 'style') {
    const style = safeDeclarations(value);
    return style === '' ? null : ['style', style];
  }
  if (properties.has(name)) {
    const safe = safeValue(value);
    return safe === null ? null : [name, safe];
  }
  return attributes.has(name) ? [name, value] : null;
}

/**
 * Reads an svg strictly and writes anew only what is on the list. Entities of its own, which can grow without end, are
 * unknown to the parser and refuse the file; a doctype, comments and processing instructions are left out. Null: not
 * well-formed XML, not an svg, or too much of one.
 */
export function sanitizeSvg(text: string): SafeSvg | null {
  const writer = new SvgWriter();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => writer.open(tag));
  parser.on('closetag', () => writer.close());
  parser.on('text', (content) => writer.text(content));
  parser.on('cdata', (content) => writer.text(content));
  parser.on('error', (error) => {
    throw new NotAnSvg(error.message);
  });
  try {
    parser.write(text).close();
    return writer.result();
  } catch (error) {
    if (error instanceof NotAnSvg) return null;
    throw error;
  }
}

class NotAnSvg extends Error {}

interface Frame {
  /** Name of a kept element; null where the element itself is left out. */
  readonly element: string | null;
  /** Leaves out everything inside. */
  readonly dropped: boolean;
  readonly id: string | null;
}

class SvgWriter {
  private readonly out: string[] = [];
  private readonly frames: Frame[] = [];
  private css = '';
  private styleCharacters = 0;
  private root: ReadonlyMap<string, string> | null = null;
  /** What each element with an id holds, itself included, with the ids that it repeats; '' is the whole drawing. */
  private readonly weights = new Map<string, { count: number; readonly uses: string[] }>([['', { count: 0, uses: [] }]]);

  open(tag: SaxesTagNS): void {
    const parent = this.frames.at(-1);
    if (this.frames.length >= maxDepth) throw new NotAnSvg('nested too deeply');
    if (!parent && (tag.uri !== svgNamespace || tag.local !== 'svg')) throw new NotAnSvg('another root element');
    if (parent?.dropped || tag.uri !== svgNamespace || !(elements.has(tag.local) || wrappers.has(tag.local))) {
      this.frames.push({ element: null, dropped: true, id: null });
      return;
    }
    if (wrappers.has(tag.local)) {
      this.frames.push({ element: null, dropped: false, id: null });
      return;
    }
    const kept = new Map<string, string>();
    for (const { name, uri, value } of Object.values(tag.attributes)) {
      const safe = safeAttribute(tag.local, name, uri, value);
      if (safe) kept.set(...safe);
    }
    this.frames.push({ element: tag.local, dropped: false, id: kept.get('id') ?? null });
    this.weigh(tag.local, kept);
    const space = this.root ? '' : ` xmlns="${svgNamespace}"`;
    this.root ??= kept;
    const written = [...kept].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
    this.out.push(`<${tag.local}${space}${written}>`);
  }

  text(content: string): void {
    const frame = this.frames.at(-1);
    if (!frame || frame.dropped) return;
    if (frame.element === 'style') {
      this.css += content;
      this.styleCharacters += content.length;
      if (this.styleCharacters > maxStyleCharacters) throw new NotAnSvg('too much style');
    } else if (holdText.has(frame.element ?? this.nearest())) this.out.push(escapeText(content));
  }

  close(): void {
    const frame = this.frames.pop();
    if (!frame?.element) return;
    if (frame.element === 'style') {
      this.out.push(escapeText(safeStyleSheet(this.css)));
      this.css = '';
    }
    this.out.push(`</${frame.element}>`);
  }

  result(): SafeSvg {
    if (!this.root) throw new NotAnSvg('nothing in it');
    if (this.drawn('', new Map(), 0) > maxDrawn) throw new NotAnSvg('too much to draw');
    return { svg: this.out.join(''), dimensions: sizeOf(this.root) };
  }

  private nearest(): string {
    return this.frames.findLast((frame) => frame.element !== null)?.element ?? '';
  }

  private weigh(element: string, kept: ReadonlyMap<string, string>): void {
    const target = element === 'use' ? kept.get('href')?.slice(1) : undefined;
    for (const id of new Set(['', ...this.frames.flatMap((frame) => (frame.id === null ? [] : [frame.id]))])) {
      const weight = this.weights.get(id) ?? { count: 0, uses: [] };
      weight.count += 1;
      if (target !== undefined) weight.uses.push(target);
      this.weights.set(id, weight);
    }
  }

  /** Infinite for a drawing that repeats itself. */
  private drawn(id: string, known: Map<string, number>, depth: number): number {
    const before = known.get(id);
    if (before !== undefined) return before;
    const weight = this.weights.get(id);
    if (!weight) return 0;
    if (depth > maxDepth) return Number.POSITIVE_INFINITY;
    known.set(id, Number.POSITIVE_INFINITY);
    const sum = weight.uses.reduce((total, target) => total + this.drawn(target, known, depth + 1), weight.count);
    known.set(id, sum);
    return sum;
  }
}

const pixels = (length: string | undefined): number | null => {
  const match = /^\s*(\d+(?:\.\d+)?|\.\d+)(?:px)?\s*$/u.exec(length ?? '');
  return match ? Math.round(Number(match[1])) : null;
};

/** The size that a page gives it by itself: its width and height, else its view box. */
function sizeOf(root: ReadonlyMap<string, string>): Dimensions | null {
  const [, , boxWidth, boxHeight] = (root.get('viewBox') ?? '').trim().split(/[\s,]+/u);
  const width = pixels(root.get('width')) ?? pixels(boxWidth);
  const height = pixels(root.get('height')) ?? pixels(boxHeight);
  const fits = (side: number | null): side is number => side !== null && side > 0 && side <= 2_147_483_647;
  return fits(width) && fits(height) ? { width, height } : null;
}
