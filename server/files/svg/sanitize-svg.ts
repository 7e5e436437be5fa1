import { SaxesParser, type SaxesTagNS } from 'saxes';
import { limits } from '#contract/limits.ts';
import { maxSide, type PictureSize } from '#contract/picture-size.ts';
import { embeddedPicture } from './embedded-picture.ts';
import { localReferences, maxStyleCharacters, safeDeclarations, safeStyleSheet, safeValue } from './safe-css.ts';
import { attributes, elements, holdText, properties, referring, shading, wrappers } from './vocabulary.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const maxDepth = 200;
/** The number of elements in the file, omitted ones included: the cost of each is bounded, so the total is too. */
const maxElements = 50_000;
/** The number of attributes of all elements together. */
const maxAttributes = 200_000;
/** The number of elements that a browser draws, with repetitions by references: a few nested ones make millions. */
const maxDrawn = 200_000;
/** The maximum length of a chain of references and of elements with ids, each inside the one before. */
const maxChain = 1000;

export interface SafeSvg {
  readonly svg: string;
  readonly dimensions: PictureSize | null;
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

/** A reference into the same drawing. */
function safeReference(element: string, link: string): string | null {
  return referring.has(element) && /^#[\w:.-]+$/u.test(link.trim()) ? link.trim() : null;
}

const isLink = (name: string, uri: string) => (name === 'href' || name === 'xlink:href') && (uri === '' || uri === xlinkNamespace);

/** One attribute that is no link, rewritten; null leaves it out. */
function safeAttribute(name: string, uri: string, value: string): readonly [string, string] | null {
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
 * Parses an svg strictly and writes only what is on the list. The parser does not know the file's own entities, which can expand without
 * end, and refuses the file; a doctype, comments and processing instructions are left out. Null: not well-formed XML, not an svg, or too
 * large.
 */
export function sanitizeSvg(text: string): SafeSvg | null {
  const writer = new SvgWriter();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', (tag) => writer.open(tag));
  parser.on('attribute', () => writer.attribute());
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

/** What an element draws, for the weight of the drawing. */
interface Weight {
  /** Elements without a separate weight, itself included. */
  count: number;
  /** Ids that are drawn again in it. */
  readonly repeats: string[];
  /** Elements inside it with a separate weight. */
  readonly holds: Weight[];
}

const newWeight = (): Weight => ({ count: 0, repeats: [], holds: [] });

interface Frame {
  /** The name of a kept element; null where the element itself is left out. */
  readonly element: string | null;
  /** Leaves out all content. */
  readonly dropped: boolean;
  /** The element's own weight where it has an id, else that of the nearest ancestor with an id. */
  readonly weight: Weight;
}

class SvgWriter {
  private readonly out: string[] = [];
  private readonly frames: Frame[] = [];
  private css = '';
  private styleCharacters = 0;
  private root: ReadonlyMap<string, string> | null = null;
  private opened = 0;
  private attributes = 0;
  /** The size of all embedded pictures together. */
  private picturePixels = 0;
  private readonly drawing = newWeight();
  private readonly weights = new Map<string, Weight>();

  open(tag: SaxesTagNS): void {
    this.opened += 1;
    if (this.opened > maxElements) throw new NotAnSvg('too many elements');
    const parent = this.frames.at(-1);
    const around = parent?.weight ?? this.drawing;
    if (this.frames.length >= maxDepth) throw new NotAnSvg('nested too deeply');
    if (!parent && (tag.uri !== svgNamespace || tag.local !== 'svg')) throw new NotAnSvg('another root element');
    if (parent?.dropped || tag.uri !== svgNamespace || !(elements.has(tag.local) || wrappers.has(tag.local))) {
      this.frames.push({ element: null, dropped: true, weight: around });
      return;
    }
    if (wrappers.has(tag.local)) {
      this.frames.push({ element: null, dropped: false, weight: around });
      return;
    }
    const kept = new Map<string, string>();
    for (const { name, uri, value } of Object.values(tag.attributes)) {
      if (isLink(name, uri)) {
        const link = tag.local === 'image' ? this.pictureOf(value) : safeReference(tag.local, value);
        if (link !== null) kept.set('href', link);
        continue;
      }
      const safe = safeAttribute(name, uri, value);
      if (safe) kept.set(...safe);
    }
    const weight = this.weightOf(kept.get('id'), around);
    weight.count += shading.has(tag.local) ? 0 : 1;
    for (const [name, value] of kept) {
      if (name === 'href' && value.startsWith('#')) weight.repeats.push(value.slice(1));
      else if (name === 'style' || properties.has(name)) for (const id of localReferences(value)) weight.repeats.push(id);
    }
    this.frames.push({ element: tag.local, dropped: false, weight });
    const space = this.root ? '' : ` xmlns="${svgNamespace}"`;
    this.root ??= kept;
    const written = [...kept].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
    this.out.push(`<${tag.local}${space}${written}>`);
  }

  /** Called for each attribute before the element is complete. */
  attribute(): void {
    this.attributes += 1;
    if (this.attributes > maxAttributes) throw new NotAnSvg('too many attributes');
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
    if (this.drawn(this.drawing, new Map(), 0) > maxDrawn) throw new NotAnSvg('too much to draw');
    return { svg: this.out.join(''), dimensions: sizeOf(this.root) };
  }

  /** The address of an embedded picture; null for anything else. */
  private pictureOf(link: string): string | null {
    const picture = embeddedPicture(link);
    if (!picture) return null;
    // A browser has all of them in memory at once.
    this.picturePixels += picture.size.width * picture.size.height;
    if (this.picturePixels > limits.picturePixels) throw new NotAnSvg('too many pixels');
    return picture.address;
  }

  private nearest(): string {
    return this.frames.findLast((frame) => frame.element !== null)?.element ?? '';
  }

  /** As in a browser, an id belongs to its first element: a second one is weighed with its surroundings. */
  private weightOf(id: string | undefined, around: Weight): Weight {
    if (id === undefined || this.weights.has(id)) return around;
    const weight = newWeight();
    this.weights.set(id, weight);
    around.holds.push(weight);
    return weight;
  }

  /** Infinite for a drawing that contains itself. References in a style element are not counted. */
  private drawn(weight: Weight, known: Map<Weight, number>, depth: number): number {
    const before = known.get(weight);
    if (before !== undefined) return before;
    if (depth > maxChain) return Number.POSITIVE_INFINITY;
    known.set(weight, Number.POSITIVE_INFINITY);
    let sum = weight.count;
    for (const held of weight.holds) sum += this.drawn(held, known, depth + 1);
    for (const id of weight.repeats) {
      const repeated = this.weights.get(id);
      if (repeated) sum += this.drawn(repeated, known, depth + 1);
    }
    known.set(weight, sum);
    return sum;
  }
}

const pixels = (length: string | undefined): number | null => {
  const match = /^\s*(\d+(?:\.\d+)?|\.\d+)(?:px)?\s*$/u.exec(length ?? '');
  return match ? Math.round(Number(match[1])) : null;
};

/** The size at which a page shows it by default: its width and height, else its view box. */
function sizeOf(root: ReadonlyMap<string, string>): PictureSize | null {
  const [, , boxWidth, boxHeight] = (root.get('viewBox') ?? '').trim().split(/[\s,]+/u);
  const width = pixels(root.get('width')) ?? pixels(boxWidth);
  const height = pixels(root.get('height')) ?? pixels(boxHeight);
  const fits = (side: number | null): side is number => side !== null && side > 0 && side <= maxSide;
  return fits(width) && fits(height) ? { width, height } : null;
}
