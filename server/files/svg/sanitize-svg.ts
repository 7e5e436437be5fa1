import { SaxesParser, type SaxesTagNS } from 'saxes';
import { limits } from '#contract/limits.ts';
import { maxSide, type PictureSize } from '#contract/picture-size.ts';
import { embeddedPicture } from './embedded-picture.ts';
import { DrawingWeight, maxDrawn, type Weight } from './drawing-weight.ts';
import type { RemovedPart } from './remarks.ts';
import { createCssCleaner, idIn, maxStyleCharacters, type SafeCss } from './safe-css.ts';
import { animations, elements, holdText, isAttribute, properties, referring, shading, wrappers } from './vocabulary.ts';
import { declareEntities } from './xml-text.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const htmlNamespace = 'http://www.w3.org/1999/xhtml';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const undeclared = 'urn:undeclared:';
/** What a prefix stands for in a part that was copied out of a drawing without its declaration: mostly the notes of a drawing program. */
function resolvePrefix(prefix: string): string | undefined {
  if (prefix === 'xlink') return xlinkNamespace;
  if (prefix === 'svg') return svgNamespace;
  return prefix === '' ? undefined : undeclared + prefix;
}
const maxDepth = 200;
/** The number of elements in the file, omitted ones included: the cost of each is bounded, so the total is too. */
const maxElements = 50_000;
/** The number of attributes of all elements together. */
const maxAttributes = 200_000;
export interface SafeSvg {
  readonly svg: string;
  readonly dimensions: PictureSize | null;
  /** How many of each kind of thing were left out of it that could load or run, or that this server does not know. */
  readonly leftOut: ReadonlyMap<RemovedPart, number>;
}

/** `damaged`: not well-formed XML, or no svg. `tooMuch`: it would cost a server or a browser too much. */
export interface RefusedSvg {
  readonly refused: 'damaged' | 'tooMuch';
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

/** Whatever the prefix: some programs write `ns1:href`. */
const isLink = (local: string, uri: string) => local === 'href' && (uri === '' || uri === xlinkNamespace);

/**
 * Parses an svg strictly, but for white space in front, and writes only what is on the list. Of the file's own entities the parser knows those that are plain text; a
 * doctype, comments and processing instructions are left out.
 */
export function sanitizeSvg(text: string): SafeSvg | RefusedSvg {
  const writer = new SvgWriter();
  const parser = new SaxesParser({ xmlns: true, resolvePrefix });
  parser.on('doctype', (doctype) =>
    declareEntities(parser, doctype, () => {
      throw tooMuch('entities that grow');
    }),
  );
  parser.on('processinginstruction', ({ target }) => writer.instruction(target));
  parser.on('opentag', (tag) => writer.open(tag));
  parser.on('attribute', () => writer.attribute());
  parser.on('closetag', () => writer.close());
  parser.on('text', (content) => writer.text(content));
  parser.on('cdata', (content) => writer.text(content));
  parser.on('error', (error) => {
    throw new NotAnSvg('damaged', error.message);
  });
  try {
    parser.write(text.trimStart()).close();
    return writer.result();
  } catch (error) {
    if (error instanceof NotAnSvg) return { refused: error.code };
    throw error;
  }
}

class NotAnSvg extends Error {
  readonly code: RefusedSvg['refused'];
  constructor(code: RefusedSvg['refused'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Of the `media` of a style: words, numbers and comparisons. */
const mediaQuery = /^[\w\s(),.:<>=/%-]*$/u;

const tooMuch = (what: string) => new NotAnSvg('tooMuch', what);

/** What to say of an element that is left out; null where nothing is lost: other programs' notes, and what Illustrator keeps for itself. */
function leftOutOf({ uri, local, attributes: given }: SaxesTagNS): RemovedPart | null {
  if (local === 'script' && (uri === svgNamespace || uri === htmlNamespace)) return 'script';
  if (uri === htmlNamespace) return 'html';
  if (uri.startsWith(undeclared) && elements.has(local)) return 'element';
  if (uri !== svgNamespace || 'requiredExtensions' in given) return null;
  if (local === 'a') return Object.values(given).some((each) => isLink(each.local, each.uri)) ? 'link' : null;
  if (local === 'foreignObject') return 'html';
  return animations.has(local) ? 'animation' : 'element';
}

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
  /** The root has no namespace: a browser shows nothing of such a drawing, which is meant as one. */
  private isBare = false;
  private css = '';
  private styleCharacters = 0;
  private root: ReadonlyMap<string, string> | null = null;
  private opened = 0;
  private attributes = 0;
  /** The size of all embedded pictures together. */
  private picturePixels = 0;
  private readonly weight = new DrawingWeight();
  private readonly leftOut = new Map<RemovedPart, number>();
  private readonly cleaner = createCssCleaner({
    leaveOut: (what) => this.leaveOut(what),
    onTooMuch: () => {
      throw tooMuch('too many styles');
    },
  });

  open(written: SaxesTagNS): void {
    this.opened += 1;
    if (this.opened > maxElements) throw tooMuch('too many elements');
    const parent = this.frames.at(-1);
    if (!parent) this.isBare = written.name === 'svg' && written.uri === '';
    const tag = this.isBare && written.uri === '' ? { ...written, uri: svgNamespace } : written;
    const around = parent?.weight ?? this.weight.whole;
    if (this.frames.length >= maxDepth) throw tooMuch('nested too deeply');
    if (!parent && (tag.uri !== svgNamespace || tag.local !== 'svg')) throw new NotAnSvg('damaged', 'another root element');
    const isWrapper = tag.uri === svgNamespace && wrappers.has(tag.local);
    if (parent?.dropped || isWrapper || tag.uri !== svgNamespace || !elements.has(tag.local)) {
      if (!parent?.dropped) this.leaveOut(leftOutOf(tag));
      this.frames.push({ element: null, dropped: parent?.dropped === true || !isWrapper, weight: around });
      return;
    }
    const kept = new Map<string, string>();
    const references: string[] = [];
    for (const { name, local, uri, value } of Object.values(tag.attributes)) {
      if (isLink(local, uri)) {
        const link = this.linkOf(tag.local, value.trim());
        if (link === null) continue;
        kept.set('href', link);
        references.push(idIn(link) ?? '');
      } else if (uri === '' && (name === 'style' || properties.has(name))) {
        const safe: SafeCss | null = name === 'style' ? this.cleaner.declarations(value) : this.cleaner.value(value);
        if (safe === null || safe.css === '') continue;
        kept.set(name, safe.css);
        references.push(...safe.references);
      } else if (name === 'media' && tag.local === 'style') {
        // Without it the styles for print would be those of the screen.
        if (mediaQuery.test(value)) kept.set(name, value);
        else {
          this.leaveOut('style');
          this.frames.push({ element: null, dropped: true, weight: around });
          return;
        }
      } else if (uri === '' && isAttribute(name)) kept.set(name, value);
      else if (name === 'xml:space' && value === 'preserve') kept.set(name, value);
      else if (/^on/iu.test(name)) this.leaveOut('script');
    }
    const weight = this.weight.of(kept.get('id'), around);
    if (!shading.has(tag.local)) {
      weight.count += 1;
      this.weight.element(tag.local, { weight, id: kept.get('id'), classes: kept.get('class') });
    }
    for (const id of references) weight.repeats.push(id);
    this.frames.push({ element: tag.local, dropped: false, weight });
    const space = this.root ? '' : ` xmlns="${svgNamespace}"`;
    this.root ??= kept;
    const attributes = [...kept].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
    this.out.push(`<${tag.local}${space}${attributes}>`);
  }

  /** The only one that has an effect names a style sheet elsewhere. */
  instruction(target: string): void {
    if (target === 'xml-stylesheet') this.leaveOut('elsewhere');
  }

  private leaveOut(what: RemovedPart | null): void {
    if (what !== null) this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }

  /** Called for each attribute before the element is complete. */
  attribute(): void {
    this.attributes += 1;
    if (this.attributes > maxAttributes) throw tooMuch('too many attributes');
  }

  text(content: string): void {
    const frame = this.frames.at(-1);
    if (!frame || frame.dropped) return;
    if (frame.element === 'style') {
      this.css += content;
      this.styleCharacters += content.length;
      if (this.styleCharacters > maxStyleCharacters) throw tooMuch('too much style');
    } else if (holdText.has(frame.element ?? this.nearest())) this.out.push(escapeText(content));
  }

  close(): void {
    const frame = this.frames.pop();
    if (!frame?.element) return;
    if (frame.element === 'style') {
      const sheet = this.cleaner.sheet(this.css);
      if (sheet) this.weight.sheet(sheet.styled);
      this.out.push(escapeText(sheet?.css ?? ''));
      this.css = '';
    }
    this.out.push(`</${frame.element}>`);
  }

  result(): SafeSvg {
    if (!this.root) throw new NotAnSvg('damaged', 'nothing in it');
    if (this.weight.drawn() > maxDrawn) throw tooMuch('too much to draw');
    return { svg: this.out.join(''), dimensions: sizeOf(this.root), leftOut: this.leftOut };
  }

  /** The address of an embedded picture, or a reference into the same drawing; null for anything else. */
  private linkOf(element: string, link: string): string | null {
    if (element !== 'image') {
      const isOwn = referring.has(element) && idIn(link) !== null;
      if (!isOwn && link !== '') this.leaveOut('elsewhere');
      return isOwn ? link : null;
    }
    const picture = embeddedPicture(link);
    if (!picture) {
      this.leaveOut(link.startsWith('data:') ? 'picture' : 'elsewhere');
      return null;
    }
    // A browser has all of them in memory at once.
    this.picturePixels += picture.size.width * picture.size.height;
    if (this.picturePixels > limits.picturePixels) throw tooMuch('too many pixels');
    return picture.address;
  }

  private nearest(): string {
    return this.frames.findLast((frame) => frame.element !== null)?.element ?? '';
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
