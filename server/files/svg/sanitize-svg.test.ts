import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { jpegOf, pngOf, segment } from '../../testing/pictures.ts';
import { threadTime } from '../../testing/thread-time.ts';
import { png } from '../../testing/uploads.ts';
import { sanitizeSvg as sanitized } from './sanitize-svg.ts';

/** What is kept of a drawing; null where it is refused. */
const sanitizeSvg = (text: string) => {
  const safe = sanitized(text);
  return 'refused' in safe ? null : safe;
};

const root = (content: string, more = '') => `<svg xmlns="http://www.w3.org/2000/svg"${more}>${content}</svg>`;
const dataAddress = (bytes: Uint8Array, type = 'png') => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
const gif = (width: number, height: number) => {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
};
const largeFrame = (() => {
  const [head, frame] = [gif(1, 1), Buffer.from(',\0\0\0\0\0\0\0\0\0\x02\0', 'latin1')];
  head.writeUInt8(0x80, 10);
  frame.writeUInt16LE(10_000, 5);
  frame.writeUInt16LE(5001, 7);
  return Buffer.concat([head, Buffer.alloc(6), Buffer.from('!\xfe\x04note\0', 'latin1'), frame]);
})();
type Chunk = readonly [name: string, content: Buffer];
const webp = (...chunks: readonly Chunk[]) => {
  const written = chunks.map(([name, content]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(content.byteLength, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.byteLength % 2)]);
  });
  const body = Buffer.concat(written);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.byteLength, 4);
  return Buffer.concat([head, body]);
};
/** The three chunks that contain a size. */
const webpCodings = (width: number, height: number): readonly Chunk[] => {
  const [canvas, lossy, lossless] = [Buffer.alloc(10), Buffer.alloc(10), Buffer.alloc(11)];
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  lossy.writeUInt16LE(width, 6);
  lossy.writeUInt16LE(height, 8);
  lossless.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1);
  return [
    ['VP8X', canvas],
    ['VP8 ', lossy],
    ['VP8L', lossless],
  ];
};
const webps = (width: number, height: number) => webpCodings(width, height).map((chunk) => webp(chunk));
/** The real frame stands behind a marker without a length; a parser that reads a length there finds the small frame. */
const hiddenFrame = (() => {
  const frame = (side: number) => Buffer.from([0xff, 0xc0, 0, 11, 8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]);
  const start = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0x01]), frame(9000)]);
  return Buffer.concat([start, Buffer.alloc(4 + 0xffc0 - start.byteLength), frame(1)]);
})();
/** The kept content of a drawing. */
const kept = (content: string, more = ' xmlns:xlink="http://www.w3.org/1999/xlink"') =>
  sanitizeSvg(root(content, more))
    ?.svg.replace(/^<svg [^>]*>/u, '')
    .replace(/<\/svg>$/u, '');

describe('drawing elements', () => {
  it('stays as it was', () => {
    const drawing =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<g transform="translate(1 2)" class="a b"><path d="M0 0L1 1" fill="url(#g)" style="opacity:0.5"></path></g>' +
      '<text x="1" xml:space="preserve">A &amp; B &lt;C&gt;<tspan dy="2"> d </tspan></text><use href="#g"></use>';
    expect(kept(drawing)).toBe(drawing);
  });

  it('keeps the size, and reads it', () => {
    const sized = (more: string) => sanitizeSvg(root('', more))?.dimensions;
    expect(sized(' width="120px" height="40.6"')).toEqual({ width: 120, height: 41 });
    expect(sized(' width="100%" height="100%" viewBox="0,0 24 12"')).toEqual({ width: 24, height: 12 });
    expect(sized(' viewBox="0 0 -1 1e99"')).toBeNull();
    expect(sized('')).toBeNull();
  });

  it('accepts the output of drawing programs', () => {
    const illustrator =
      '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n' +
      root(
        '<style type="text/css"><![CDATA[ .st0 { fill : #FF0000 ; } .st1,.st2>a:hover{stroke:rgb(1, 2, 3)!important} ]]></style><path class="st0" d="M0"/>',
      );
    expect(sanitizeSvg(illustrator)?.svg).toContain(
      '<style type="text/css">.st0{fill:#FF0000}.st1,.st2&gt;a:hover{stroke:rgb(1,2,3)!important}</style><path class="st0" d="M0"></path>',
    );
    const prefixed = '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect width="1"/></s:svg>';
    expect(sanitizeSvg(prefixed)?.svg).toBe('<svg xmlns="http://www.w3.org/2000/svg"><rect width="1"></rect></svg>');
    expect(kept('<use xlink:href="#a"/>')).toBe('<use href="#a"></use>');
  });

  it('keeps an embedded picture', () => {
    const pictures = [dataAddress(png()), dataAddress(gif(3, 2), 'gif'), ...webps(3, 2).map((bytes) => dataAddress(bytes, 'webp'))];
    for (const address of pictures)
      expect(kept(`<image xlink:href="${address.slice(0, 30)}\n ${address.slice(30)}"/>`)).toBe(`<image href="${address}"></image>`);
  });

  it('has no more pixels in all its pictures than one picture may have', () => {
    const half = `<image href="${dataAddress(gif(5000, 5000), 'gif')}"/>`;
    expect(kept(half.repeat(2))).toContain('data:image/gif');
    expect(kept(`${half}${half}<image href="${dataAddress(png())}"/>`)).toBeUndefined();
  });

  it.each([
    ['a gif that is none', 'gif', Buffer.from('GIF88a\x01\0\x01\0\0\0\0')],
    ['a gif that ends too early', 'gif', gif(1, 1).subarray(0, 12)],
    ['a gif of too many pixels', 'gif', gif(10_000, 5001)],
    ['a gif with a frame of too many pixels, behind its colours and a note', 'gif', largeFrame],
    ['a webp that is none', 'webp', gif(1, 1)],
    ['a webp without a picture', 'webp', webp()],
    ...webps(10_000, 5001).map((bytes) => ['a webp of too many pixels', 'webp', bytes] as const),
    ['a webp with EXIF', 'webp', webp(...webpCodings(3, 2), ['EXIF', Buffer.from('Jane')])],
    ['a webp with XMP', 'webp', webp(['XMP ', Buffer.from('odd')], ...webpCodings(3, 2))],
    ['a jpeg with a small frame that no decoder reads', 'jpeg', hiddenFrame],
  ] as const)('leaves out %s', (_, type, bytes) => {
    expect(kept(`<image href="${dataAddress(bytes, type)}"/>`)).toBe('<image></image>');
  });

  it('removes the personal data from such a picture', () => {
    const photo = jpegOf({ before: [segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0Jane')] });
    expect(kept(`<image href="${dataAddress(photo, 'jpeg')}"/>`)).toBe(`<image href="${dataAddress(jpegOf({}), 'jpeg')}"></image>`);
  });

  it('removes the personal data from a gif, and keeps the timing of its frames', () => {
    const text = (note: string) => Buffer.from(note, 'latin1');
    const loop = text('!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0');
    const frame = text('!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x03\0\x02\0\0\x02\x02L\x01\0');
    // XMP does not consist of blocks: whichever byte is read as a length, its trailer leads to the end.
    const xmp = Buffer.concat([text('!\xff\x0bXMP DataXMP<x:xmpmeta>\x01'), Buffer.from([...Array(256).keys()].toReversed()), text('\0')]);
    const notes = [text('!\xfe\x04Jane\0'), xmp, text('!\x01\x04Jane\0')];
    const plain = Buffer.concat([gif(3, 2), loop, frame, frame, text(';')]);
    const annotated = Buffer.concat([gif(3, 2), ...notes, loop, frame, ...notes, frame, ...notes, text(';Jane')]);
    for (const given of [annotated, plain])
      expect(kept(`<image href="${dataAddress(given, 'gif')}"/>`)).toBe(`<image href="${dataAddress(plain, 'gif')}"></image>`);
  });

  it('is stable: cleaned twice is cleaned once', () => {
    const once = sanitizeSvg(root('<style>a{fill:red}</style><text>a&#10;"b" &lt;</text><path d="a&quot;b" id="&#9;x"/>'))?.svg ?? '';
    expect(sanitizeSvg(once)?.svg).toBe(once);
  });
});

describe('scripts and loaded content', () => {
  it.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script of another prefix', '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>', ''],
    ['a script of HTML', '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>', ''],
    ['an event handler', '<rect onload="alert(1)" ONCLICK="a" width="1"/>', '<rect width="1"></rect>'],
    [
      'foreignObject with all that it holds',
      '<foreignObject><rect/><body xmlns="http://www.w3.org/1999/xhtml"><img/></body></foreignObject>',
      '',
    ],
    ['use of another file', '<use href="https://evil.example/a.svg#x"/><use xlink:href="//evil.example#x"/>', '<use></use><use></use>'],
    ['use of data', '<use href="data:image/svg+xml;base64,PHN2Zz4=#x"/>', '<use></use>'],
    ['an image from elsewhere', '<image href="https://evil.example/a.png"/>', '<image></image>'],
    ['an image that is none', '<image href="data:image/png;base64,AAAA"/>', '<image></image>'],
    ['an image of too many pixels', `<image href="${dataAddress(pngOf({ size: [10_000, 5001] }))}"/>`, '<image></image>'],
    ['an image that is an svg again', '<image href="data:image/svg+xml;base64,PHN2Zz4="/>', '<image></image>'],
    ['a link, keeping what it holds', '<a href="javascript:alert(1)"><text>b</text></a>', '<text>b</text>'],
    ['animation that sets a link', '<a id="x"><set attributeName="href" to="javascript:alert(1)"/><animate attributeName="href"/></a>', ''],
    ['a handler element', '<handler type="text/javascript">a</handler><listener/>', ''],
    ['an import', '<style>@import url(https://evil.example/a.css);a{fill:red}</style>', '<style>a{fill:red}</style>'],
    ['an import in disguise', '<style>@\\69mport "https://evil.example";a{f\\69ll:url(x);fill:u\\72l(x)}</style>', '<style></style>'],
    [
      'a font from elsewhere',
      '<style>@font-face{font-family:a;src:url(https://evil.example)}b{fill:red}</style>',
      '<style>b{fill:red}</style>',
    ],
    ['a rule inside a rule', '<style>@media print{a{fill:url(https://evil.example)}}b{fill:red}</style>', '<style>b{fill:red}</style>'],
    [
      'a style that loads',
      '<rect style="fill:url(https://evil.example);stroke:red;background:url(x)"/>',
      '<rect style="stroke:red"></rect>',
    ],
    ['a property that loads', '<rect fill="url(//evil.example#a)" filter="url( \'#b\' )"/>', '<rect filter="url( \'#b\' )"></rect>'],
    ['an old expression', '<rect style="fill:expression(alert(1));stroke:javascript:a"/>', '<rect></rect>'],
    ['a style that closes itself', '<style>a{fill:red}&lt;/style&gt;&lt;script&gt;{fill:red}</style>', '<style>a{fill:red}</style>'],
    ['a style that is never closed', '<style>a{fill:red} /* b{fill:red}</style>', '<style>a{fill:red}</style>'],
    ['a stylesheet of the document', '<?xml-stylesheet href="https://evil.example"?><rect/>', '<rect></rect>'],
    ['a comment', '<!-- <script> --><rect/>', '<rect></rect>'],
    ['text where nothing is drawn', 'a<g>b</g>', '<g></g>'],
    ['another base', '<g xml:base="https://evil.example/"/>', '<g></g>'],
    ['attributes of other vocabularies', '<g i:x="1" xmlns:i="urn:i"/>', '<g></g>'],
  ])('%s is left out', (_, content, rest) => {
    expect(kept(content)).toBe(rest);
  });

  it('is left out of the root too', () => {
    expect(sanitizeSvg(root('', ' onload="alert(1)" viewBox="0 0 1 1"'))?.svg).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
    );
  });
});

describe('too large drawings', () => {
  const laughs = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');

  it.each([
    ['entities that grow', `<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>${root('<text>&l10;</text>')}`],
    ['an entity of another file', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${root('<text>&x;</text>')}`],
    ['an entity of entities', `<!DOCTYPE svg [<!ENTITY x "a"><!ENTITY y "&x;&x;">]>${root('<text>&y;</text>')}`],
    ['an entity with markup', `<!DOCTYPE svg [<!ENTITY x "<script/>">]>${root('<g>&x;</g>')}`],
    ['an entity in many places', `<!DOCTYPE svg [<!ENTITY x "${'a'.repeat(1000)}">]>${root(`<text>${'&x;'.repeat(1100)}</text>`)}`],
    ['nesting', root(`${'<g>'.repeat(300)}${'</g>'.repeat(300)}`)],
    [
      'repetition of repetition',
      root(Array.from({ length: 9 }, (_, i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(10)}</g>`).join('')),
    ],
    ['repetition without end', root('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    ['a long chain of repetition', root(Array.from({ length: 20_000 }, (_, i) => `<g id="u${i + 1}"><use href="#u${i}"/></g>`).join(''))],
    [
      'patterns of patterns',
      root(
        Array.from({ length: 9 }, (_, i) => `<pattern id="p${i + 1}">${`<rect fill="url(#p${i})"/>`.repeat(10)}</pattern>`).join('') +
          '<rect style="fill:url(#p9)"/>',
      ),
    ],
    ['a pattern that paints itself', root('<pattern id="p"><rect fill="url(#p)"/></pattern>')],
    ['more elements than a drawing has', root('<g/>'.repeat(50_000))],
    ['as many that are left out', root(`<metadata><x xmlns="urn:x">${'<y/>'.repeat(50_000)}</x></metadata>`)],
    ['more attributes than a drawing has', root(`<g ${Array.from({ length: 200_001 }, (_, i) => `a${i}=""`).join(' ')}/>`)],
    ['style', root(`<style>${'a{fill:red}'.repeat(20_000)}</style>`)],
  ])('%s refuses the file', (_, text) => {
    expect(sanitized(text)).toEqual({ refused: text.includes('<!ENTITY') && !text.includes('&x;&x;&x;') ? 'damaged' : 'tooMuch' });
  });

  /** Each of nine patterns has ten shapes, which `attribute` has painted with the pattern before. */
  const patterns = (attribute: (i: number) => string) =>
    Array.from({ length: 9 }, (_, i) => `<pattern id="p${i + 1}">${`<rect ${attribute(i)}/>`.repeat(10)}</pattern>`).join('');
  const heavy = `<pattern id="p">${'<path/>'.repeat(1000)}</pattern>`;
  const rules = (rule: (i: number) => string) => `<style>${Array.from({ length: 10 }, (_, i) => rule(i)).join('')}</style>`;

  it.each([
    ['classes', `${rules((i) => `.a${i}{fill:url(#p${i})}`) + patterns((i) => `class="a${i}"`)}<rect class="b a9"/>`],
    ['classes, in a style behind them', `${patterns((i) => `class="a${i}"`)}<rect class="a9"/>${rules((i) => `.a${i}{fill:url(#p${i})}`)}`],
    ['filters', `${rules((i) => `g .a${i}:not(.x){filter:url("#p${i}")}`) + patterns((i) => `class="a${i}"`)}<rect class="a9"/>`],
    [
      'lists of selectors in @media',
      `<style>@media screen{${rules((i) => `u,.a${i}{mask:url(#p${i})}`).slice(7, -8)}}</style>${patterns((i) => `class="a${i}"`)}<rect class="a9"/>`,
    ],
    ['attribute selectors', `${rules((i) => `[class="a${i}"]{stroke:url(#p${i})}`) + patterns((i) => `class="a${i}"`)}<rect class="a9"/>`],
    ['escapes', `${rules((i) => `.\\61 ${i}{fill:url(#p${i})}`) + patterns((i) => `class="a${i}"`)}<rect class="a9"/>`],
    ['variables', `${rules((i) => `.a${i}{--x:url(#p${i});fill:var(--x)}`) + patterns((i) => `class="a${i}"`)}<rect class="a9"/>`],
    ['ids of the painted shapes', `<style>#r{fill:url(#p)}</style>${heavy}<rect id="r"/>${'<use href="#r"/>'.repeat(300)}`],
    ['names of elements', `<style>circle{fill:url(#p)}</style>${heavy}${'<circle/>'.repeat(300)}`],
    ['any element', `<style>*{filter:url(#f)}</style><filter id="f">${'<feOffset/>'.repeat(500)}</filter>${'<path/>'.repeat(500)}`],
    ['a pattern that paints itself', '<style>.a{fill:url(#p)}</style><pattern id="p"><rect class="a"/></pattern>'],
    [
      'more references than can be counted',
      `<style>*{${Array.from({ length: 500 }, (_, i) => `--a${i}:url(#x${i});`).join('')}}</style>${'<g/>'.repeat(3000)}`,
    ],
  ])('are refused with references by styles too: %s', (_, content) => {
    expect(sanitized(root(content))).toEqual({ refused: 'tooMuch' });
  });

  it.each([
    [
      'gradients',
      `<style>*{fill:url(#g)}path{stroke:url(#g)}</style><linearGradient id="g"><stop/></linearGradient>${'<path/>'.repeat(9000)}`,
    ],
    ['a hatch of lines on all lines', '<style>line{stroke:url(#h)}</style><pattern id="h"><line/><line/></pattern><line/><line/>'],
    ['a shadow on all', `<style>*{filter:url(#f)}</style><filter id="f"><feOffset/><feBlend/></filter>${'<path/>'.repeat(9000)}`],
    ['a heavy pattern of which no shape has the class', `<style>.b{fill:url(#p)}</style>${heavy}${'<rect class="a"/>'.repeat(300)}`],
    ['a reference to nothing', `<style>.a{fill:url(#none)}</style>${'<rect class="a"/>'.repeat(9000)}`],
    ['a pattern on few shapes', `<style>.a{fill:url(#p)}</style>${heavy}${'<rect class="a"/>'.repeat(150)}`],
  ])('are not those with %s', (_, content) => {
    const written = sanitizeSvg(root(content));
    expect(written?.svg).toContain(/url\(#\w+\)/u.exec(content)?.[0]);
  });

  it('counts a shape once for each place that it is drawn at, and colours not at all', () => {
    const gradient = `<linearGradient id="g">${'<stop/>'.repeat(100)}</linearGradient>`;
    const shape = `<g id="s"><g id="t">${'<path/>'.repeat(97)}</g><g id="t"/></g>`;
    expect(sanitizeSvg(root(gradient + '<rect fill="url(#g)"/>'.repeat(5000)))).not.toBeNull();
    // With the shape itself, the root and the uses 199,901; then a hundred more.
    expect(sanitizeSvg(root(shape + '<use href="#s"/>'.repeat(1978)))).not.toBeNull();
    expect(sanitizeSvg(root(shape + '<use href="#s"/>'.repeat(1980)))).toBeNull();
  });

  it.each([
    ['not XML', 'hello'],
    ['cut', '<svg xmlns="http://www.w3.org/2000/svg"><g>'],
    ['two roots', root('') + root('')],
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"/></html>'],
    ['attributes twice', root('<rect width="1" width="2"/>')],
    ['nothing', ''],
  ])('so does a file that is %s', (_, text) => {
    expect(sanitizeSvg(text)).toBeNull();
  });

  it.each([
    ['comments that never end', root(`<rect style="${'/*'.repeat(1_000_000)}"/>`)],
    ['a name without an end', root(`<rect fill="${'a-'.repeat(1_000_000)}"/>`)],
    ['blanks', root(`<rect fill="url(${' '.repeat(2_000_000)}"/>`)],
    ['blocks that never end', root(`<style>${'@a{'.repeat(30_000)}</style>`)],
  ])('%s cost no more than their length', (_, text) => {
    // Many times the normal time, and a thousandth of what a careless regular expression would take.
    expect(threadTime(() => expect(sanitizeSvg(text)).not.toBeNull())).toBeLessThan(3_000_000);
  });

  /** The least of three runs, in µs. */
  const cost = (run: () => unknown) => Math.min(...[1, 2, 3].map(() => threadTime(run)));
  const parsed = (text: string) => {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('opentag', () => undefined);
    parser.write(text).close();
  };
  const nested = (content: string) => `${Array.from({ length: 197 }, (_, i) => `<g id="a${i}">`).join('')}${content}${'</g>'.repeat(197)}`;

  it('repetitions inside elements with ids cost no more than a few times their reading', () => {
    const text = root(nested('<use href="#z"/>'.repeat(49_000)));
    expect(cost(() => sanitizeSvg(text)) / cost(() => parsed(text))).toBeLessThan(6);
  });
});
