import { describe, expect, it } from 'vitest';
import { typeOfContent } from '#contract/uploads.ts';
import { jpegOf } from '../../testing/pictures.ts';
import { threadTime } from '../../testing/thread-time.ts';
import { embeddedPicture } from './embedded-picture.ts';
import { describeLeftOut } from './remarks.ts';
import { sanitizeSvg as sanitized } from './sanitize-svg.ts';
import { xmlText } from './xml-text.ts';

/** What is kept of a drawing; null where it is refused. */
const sanitizeSvg = (text: string) => {
  const safe = sanitized(text);
  return 'refused' in safe ? null : safe;
};

const root = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`;
const cleaned = (text: string) => {
  const safe = sanitizeSvg(text);
  return { content: safe?.svg.replace(/^<svg [^>]*>|<\/svg>$/gu, ''), leftOut: [...(safe?.leftOut.keys() ?? [])] };
};
const gradient = (id: string) => `<linearGradient id="${id}"></linearGradient>`;
const rect = (fill: string) => `<rect fill="${fill}"></rect>`;
const style = (css: string) => `<style>${css}</style>`;

describe('what drawing programs write', () => {
  it.each([
    ['an id with accents', gradient('Dégradé_2') + rect('url(#Dégradé_2)')],
    ['a Cyrillic id, in quotes', gradient('Градиент') + rect('url(&quot;#Градиент&quot;)')],
    ['a Chinese id of a use', '<g id="图层"></g><use href="#图层"></use>'],
    ['a percent-encoded reference', gradient('Dégradé') + rect('url(#D%C3%A9grad%C3%A9)')],
    ['a percent-encoded use', '<g id="a b"></g><use href="#a%20b"></use>'],
    ['a selector by attribute', style('[class="a"]{fill:red}')],
    ['a selector with not()', style('path:not(.a,#b){fill:red}')],
    ['a selector with nth-child()', style('g:nth-child(2n+1){fill:red}')],
    ['a selector with is()', style(':is(path,rect)&gt;title{fill:red}')],
    ['a class beyond ASCII', style('.größe{fill:red}')],
    ['an escaped class', style('.a\\.b{fill:red}')],
    ['custom properties', style(':root{--c:#0f0}a{fill:var(--c,#0f0)}')],
    ['custom properties in an attribute', '<rect style="fill:var(--c,#0f0)"></rect>'],
    ['rules for a medium', style('@media screen{a{fill:red}}@media (prefers-color-scheme:dark){a{fill:#fff}}')],
    ['the medium of styles', '<style media="print and (min-width: 10cm)">a{fill:red}</style>'],
    ['key frames', style('@keyframes turn{from{transform:rotate(0)}to{transform:rotate(1turn)}}a{animation:turn 2s}')],
    ['a function of colour', style('a{fill:color-mix(in srgb,red 50%,blue)}')],
    ['a name space of styles', style('@namespace svg url(http://www.w3.org/2000/svg);svg|a{fill:red}')],
    ['a property that drawings have nothing of', style('a{cursor:pointer;will-change:transform}')],
    ['plain shapes', `<g transform="matrix(1,0,0,1 -2.5e-3-4)">${rect('#fff')}${rect('none')}</g>`],
    ['a selector by an own attribute', `${style('[data-name="x"]{fill:red}')}<path data-name="x" data-cell-2="ü"></path>`],
    [
      'one of several languages',
      '<switch><g systemLanguage="de,at"><text>Haus</text></g><g requiredExtensions="urn:x"><path></path></g><g><text>House</text></g></switch>',
    ],
    ['a colour profile', rect('rgb(1 2 3 / 50%)')],
  ])('stays: %s', (_, content) => {
    expect(cleaned(root(content))).toEqual({ content, leftOut: [] });
  });

  it('writes a reference with a blank as a browser reads it', () => {
    const fill = 'url(#a\\ b)';
    expect(cleaned(root(`${gradient('a b')}${rect('url(#a b)')}`)).content).toBe(gradient('a b') + rect(fill));
    expect(cleaned(root('<path style="fill:url( #a b );stroke:red"/>')).content).toBe(`<path style="fill:${fill};stroke:red"></path>`);
    expect(cleaned(root(style('a{clip-path:url(#a b c)}'))).content).toBe(style('a{clip-path:url(#a\\ b\\ c)}'));
    for (const [id, written] of [
      ['Gradient (1)', '#Gradient\\ \\(1\\)'],
      ["O'Brien", "#O\\'Brien"],
      ['a  b', '#a\\ \\ b'],
      ['a(b)c', '#a\\(b\\)c'],
    ])
      expect(cleaned(root(`${rect(`url(#${id})`)}<path style="fill:url(#${id}) red"/>`))).toEqual({
        content: `${rect(`url(${written})`)}<path style="fill:url(${written})red"></path>`,
        leftOut: [],
      });
    expect(cleaned(root('<rect filter="url(#a) url(#b)"/>')).content).toBe('<rect filter="url(#a) url(#b)"></rect>');
  });

  it.each(['jpg', 'jpeg', 'JPEG', 'jpg;charset=utf-8'])('keeps an embedded picture of the type %s', (type) => {
    const data = Buffer.from(jpegOf({})).toString('base64');
    const content = `<image href="data:image/jpeg;base64,${data}"></image>`;
    expect(cleaned(root(`<image href="data:image/${type};base64,${data}"/>`))).toEqual({ content, leftOut: [] });
    const encoded = encodeURIComponent(data).replaceAll('%2B', '%2b');
    expect(cleaned(root(`<image href="data:image/${type};base64,${encoded}"/>`)).content).toBe(content);
  });

  it('may have a picture of many megabytes', () => {
    const data = jpegOf({}).toString('base64');
    const large = `data:image/jpeg;base64,${data.slice(0, 8)}${' '.repeat(11_000_000)}${data.slice(8)}`;
    expect(embeddedPicture(large)?.address).toBe(`data:image/jpeg;base64,${data}`);
  });

  it('links by whatever prefix stands for the name space', () => {
    const used = '<use xmlns:ns1="http://www.w3.org/1999/xlink" ns1:href="#a"/><use xmlns:b="urn:b" b:href="#a"/>';
    expect(cleaned(root(used))).toEqual({ content: '<use href="#a"></use><use></use>', leftOut: [] });
  });

  it('shows no note of draw.io for programs without HTML', () => {
    const note = '<a href="https://www.drawio.com/doc/faq/svg-export-text-problems"><text>Text is not SVG</text></a>';
    const drawing = `<rect></rect><switch><g requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"></g>`;
    expect(cleaned(root(`${drawing}${note}</switch>`)).content).toBe(`${drawing}<text>Text is not SVG</text></switch>`);
  });

  it.each([
    ['<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', '<path d="M0 0"></path>'],
    ['<svg><g id="a"/><use xlink:href="#a" inkscape:label="b"/></svg>', '<g id="a"></g><use href="#a"></use>'],
    ['<?xml version="1.0"?>\n<svg><style>a{fill:red}</style></svg>', style('a{fill:red}')],
    ['\n \t<?xml version="1.0" encoding="utf-8"?>\n<svg><path/></svg>', '<path></path>'],
    ['<svg><g i:layer="yes" vectornator:name="a"/><i:pgf>notes</i:pgf><svg:path d="M0 0"/></svg>', '<g></g><path d="M0 0"></path>'],
  ])('gets its name space where it has none: %s', (file, content) => {
    expect(sanitizeSvg(file)?.svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
    expect(cleaned(file)).toEqual({ content, leftOut: [] });
  });

  it('keeps the name spaces that a file has, and what is cleaned of one without them', () => {
    expect(sanitized('<svg xmlns="urn:other"><path/></svg>')).toEqual({ refused: 'damaged' });
    expect(cleaned('<s:svg xmlns:s="http://www.w3.org/2000/svg"><path/><s:g/></s:svg>').content).toBe('<g></g>');
    expect(cleaned('<svg><unknown:path/></svg>')).toEqual({ content: '', leftOut: ['element'] });
    expect(cleaned('<svg><script>alert(1)</script><rect onclick="x"/><html/></svg>')).toEqual({
      content: '<rect></rect>',
      leftOut: ['script', 'element'],
    });
  });

  it.each([
    ['Größe', '12px', '&Größe;', '12px'],
    ['стиль_1', 'fill:red', '&стиль_1;', 'fill:red'],
    ['long', `M0 0${' 1 1'.repeat(2000)}`, '&long;', `M0 0${' 1 1'.repeat(2000)}`],
    ['a', 'A&#160;&#x42;', '&a;', 'A\u00a0B'],
    ['a', 'R&amp;D &#38;#60; &lt;', '&a;', 'R&amp;D &lt; &lt;'],
  ])('knows the entity %s', (name, value, used, content) => {
    const file = `<!DOCTYPE svg [<!ENTITY ${name} "${value}">]>${root(`<title>${used}</title>`)}`;
    expect(cleaned(file)).toEqual({ content: `<title>${content}</title>`, leftOut: [] });
  });

  it.each(['<b/>', '&b;', '&#60;script>', '&#38;b;'])('knows no entity with markup or others in it: %s', (value) => {
    expect(sanitized(`<!DOCTYPE svg [<!ENTITY a '${value}'><!ENTITY b "x">]>${root('<title>&a;</title>')}`)).toEqual({
      refused: 'damaged',
    });
  });

  it('counts each use of an entity but the first', () => {
    const using = (times: number) =>
      `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(600_000)}">]>${root(`<title>${'&a;'.repeat(times)}</title>`)}`;
    expect(sanitizeSvg(using(2))).not.toBeNull();
    expect(sanitized(using(3))).toEqual({ refused: 'tooMuch' });
  });

  it.each([
    [rect('#f00 icc-color(CMYK, 0, 1, 1, 0)'), rect('#f00')],
    [rect('rgb(255,0,0) icc-color(#CMYK,0,1,1,0)'), rect('rgb(255,0,0)')],
    ['<path style="fill:#f00 icc-color(a,1);stroke:red"></path>', '<path style="fill:#f00;stroke:red"></path>'],
    [style('a{stop-color:red icc-color(a, 1)}'), style('a{stop-color:red}')],
  ])('shows the colour beside that of a profile: %s', (given, content) => {
    expect(cleaned(root(given))).toEqual({ content, leftOut: [] });
    expect(cleaned(root(rect('icc-color(a, 1)'))).leftOut).toEqual(['style']);
  });

  it('knows the entities that Illustrator declares', () => {
    const names = '<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY ns_ai \'http://ns.adobe.com/AI/\'>\n<!ENTITY st0 "fill:#F00;">';
    const file = `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [\n${names}\n]>
      <svg xmlns="&ns_svg;" xmlns:i="&ns_ai;"><switch><foreignObject requiredExtensions="&ns_ai;"><i:pgfRef/></foreignObject>
      <g i:extraneous="self"><path style="&st0;"/></g></switch></svg>`;
    expect(cleaned(file)).toEqual({ content: '<switch><g><path style="fill:#F00"></path></g></switch>', leftOut: [] });
  });
});

describe('the text of a file', () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?>${root('<title>Größe Ж</title>')}`;
  const wide = (order: 'le' | 'be', mark: boolean) => {
    const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');
    return order === 'le' ? bytes : bytes.swap16();
  };
  it.each([
    ['UTF-16, little end first', wide('le', true)],
    ['UTF-16, big end first', wide('be', true)],
    ['UTF-16 without a mark', wide('le', false)],
    ['UTF-16 without a mark, big end first', wide('be', false)],
    ['UTF-8 that calls itself UTF-16', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-8', Buffer.from(root('<title>Größe Ж</title>'))],
    [
      'another declared encoding, behind a line',
      Buffer.from(`\n<?xml version="1.0" encoding="koi8-r"?>${root('<title>Gr__e \xf6</title>')}`, 'latin1'),
    ],
    ['another declared encoding', Buffer.from(`<?xml version='1.0' encoding='koi8-r'?>${root('<title>Gr__e \xf6</title>')}`, 'latin1')],
  ])('is read in %s', (_, bytes) => {
    expect(typeOfContent(bytes)).toBe('svg');
    expect(cleaned(xmlText(bytes) ?? '').content).toMatch(/^<title>(?:Größe|Gr__e) Ж<\/title>$/u);
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from(root('<title>\xff</title>'), 'latin1')],
    ['an encoding that nobody knows', Buffer.from(`<?xml version="1.0" encoding="x-klingon"?>${root('')}`)],
  ])('is refused for %s', (_, bytes) => {
    expect(xmlText(bytes)).toBeNull();
  });

  it('may begin with a long comment', () => {
    expect(typeOfContent(Buffer.from(`<!-- ${'licence '.repeat(50_000)}-->\n<!-- > -->${root('')}`))).toBe('svg');
    expect(typeOfContent(Buffer.from(`<!-- ${'<svg '.repeat(50_000)}`))).toBeNull();
  });
});

describe('what has to go', () => {
  it.each([
    ['script', '<script>alert(1)</script>'],
    ['script', '<rect onclick="alert(1)"/>'],
    ['html', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">a</p></foreignObject>'],
    ['animation', '<rect><animate attributeName="href"/></rect>'],
    ['link', '<a href="https://example.com"><rect/></a>'],
    ['elsewhere', '<use href="sprite.svg#a"/>'],
    ['elsewhere', '<image href="photo.png"/>'],
    ['elsewhere', '<rect fill="url(https://evil.example#a)"/>'],
    ['elsewhere', style('@import "a.css";a{fill:red}')],
    ['elsewhere', style('@media screen{a{fill:url(a.svg#b)}}')],
    ['elsewhere', style('a{--x:url(https://evil.example)}')],
    ['picture', '<image href="data:image/png;base64,AAAA"/>'],
    ['font', style('@font-face{font-family:a;src:url(a.woff)}')],
    ['style', '<style media="print{}a{x:y">a{fill:red}</style>'],
    ['style', style('a{fill:image-set("https://evil.example" 1x)}')],
    ['style', '<rect style="fill:expression(alert(1))"/>'],
    ['style', style('a{f\\69ll:u\\72l(https://evil.example)}')],
    ['element', '<cursor/>'],
  ])('is a %s: %s', (kind, content) => {
    const result = cleaned(root(content));
    expect(result.leftOut).toEqual([kind]);
    expect(result.content).not.toMatch(/evil|example\.com|alert|\.woff|sprite|photo/u);
  });

  it('is a style sheet of another file', () => {
    const file = (target: string) => cleaned(`<?xml version="1.0"?><?${target} href="a.css"?>${root('<path/>')}`);
    expect([file('xml-stylesheet').leftOut, file('xpacket').leftOut]).toEqual([['elsewhere'], []]);
  });

  it.each([
    ['nothing is lost', '<metadata><x:y xmlns:x="urn:x"/></metadata><!-- a --><g data-name="b" xmlns:i="urn:i" i:x="1"/>'],
    ['an empty link', '<a><rect/></a><use href=""/>'],
  ])('is not mentioned where %s', (_, content) => {
    expect(cleaned(root(content)).leftOut).toEqual([]);
  });

  it('is said in sentences', () => {
    const { leftOut } = sanitizeSvg(root('<script/><script/><rect onload=""/><a href="x"/>')) ?? {};
    expect(describeLeftOut(leftOut ?? new Map(), 'logo.svg')).toEqual([
      '3 scripts were removed from logo.svg.',
      'A link was removed from logo.svg.',
    ]);
  });

  it.each([
    [
      'styles that are all different',
      Array.from({ length: 19_000 }, (_, i) => `<rect style="fill:rgb(${i} 1 1);stroke:var(--a${i},red)"/>`).join(''),
    ],
    ['mistakes', style('a{b;c:}'.repeat(14_000)) + '<rect style="x:;:"/>'.repeat(20_000)],
  ])('is found in a third of the time that a worker has: %s', (_, content) => {
    expect(threadTime(() => expect(sanitizeSvg(root(content))).not.toBeNull())).toBeLessThan(10_000_000);
  });

  it('has no more different styles than that', () => {
    const fills = Array.from({ length: 20_001 }, (_, i) => `<rect fill="var(--a${i},'')"/>`).join('');
    expect(sanitized(root(fills))).toEqual({ refused: 'tooMuch' });
  });
});
