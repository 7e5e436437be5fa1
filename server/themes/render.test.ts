import { describe, expect, test } from 'vitest';
import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { footerBlockKey } from '#contract/blocks/footer-block.ts';
import { themeKeys } from '#contract/entities/website.ts';
import type { PageModel } from './page-model.ts';
import { renderPage } from './render.ts';
import { alone, withEveryText, withValues } from './testing/change.ts';
import { pageFixture } from './testing/fixture.ts';

/** Names of the page's tags, in their order. */
const tagsOf = (html: string) => [...html.matchAll(/<(\/?[a-z][a-z0-9]*)/gu)].map(([, name]) => name);
const countOf = (html: string, part: string) => html.split(part).length - 1;

describe.each(themeKeys)('%s', (theme) => {
  const page = pageFixture(theme);

  test('shows every block of its catalogue, each under its id and key', () => {
    const html = renderPage(page);
    const keys = blockCatalogue[theme].map(({ key }) => key).filter((key) => key !== footerBlockKey);
    const shown = [...html.matchAll(/data-block-id="([^"]*)" data-block="([^"]*)"/gu)].map(([, id, key]) => [id, key]);
    expect(shown).toEqual(keys.map((key, at) => [`b${at}`, key]));
  });

  test('shows blocks in the order that they are given in, and one kind as often as it is there', () => {
    const [cover, ...others] = page.blocks;
    if (!cover) throw new Error('The fixture has no cover.');
    const again = others.map((block) => ({ ...block, id: `${block.id}-again` }));
    const html = renderPage({ ...page, blocks: [...again.toReversed(), ...others, cover] });
    const ids = [...html.matchAll(/data-block-id="([^"]*)"/gu)].map(([, id]) => id);
    expect(ids).toEqual([...again.toReversed(), ...others, cover].map(({ id }) => id));
  });

  test.each(['nothing', 'footer', '../byron/header', 'constructor', '__proto__', '/etc/passwd', '../../../../etc/passwd'])(
    'a block of the key %s shows nothing',
    (key) => {
      const empty = renderPage({ ...page, blocks: [] });
      expect(renderPage({ ...page, blocks: [{ id: 'x', key, label: 'X', values: {} }] })).toBe(empty);
    },
  );

  test.each([
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '{{ 7*7 }}{% include "x" %}',
    '</style><h1>',
    '</title><h1>',
    '--><h1>',
    '&quot; onclick=x',
  ])('in every text, %s is text', (hostile) => {
    const plain = renderPage(withEveryText(page, () => 'plain'));
    const html = renderPage(withEveryText(page, () => hostile));
    expect(tagsOf(html)).toEqual(tagsOf(plain));
    expect(html.replaceAll(/<(style|script)>.*?<\/\1>/gsu, '')).not.toContain(hostile.includes('<') ? hostile : 'nothing');
    expect(countOf(html, escaped(hostile))).toBeGreaterThan(page.blocks.length * 2);
  });

  test('a colour or a number that is none leaves a style that is none', () => {
    const hostile = 'red;}</style><script>alert(1)</script>';
    const broken: PageModel = {
      ...page,
      colors: { ...page.colors, primary: hostile },
      header: {
        ...page.header,
        colors: { header_font_color: { color: hostile, hover: '#ffffff' }, 'x:red;}': { color: '#ffffff', hover: '#ffffff' } },
      },
    };
    const html = renderPage(withValues(broken, 'cover', { tint_color: hostile, tint_opacity: '1;color:red', banner_height: hostile }));
    expect(html).not.toContain('red;');
    expect(html).toContain('--header-font-color-hover:#ffffff');
    expect(html).toContain('background-color:#000000;opacity:1"');
    expect(html).not.toContain('alert(1)');
  });

  test('has one heading of the first level, whatever its blocks are', () => {
    const pages = [
      page,
      { ...page, blocks: [] },
      { ...page, blocks: [...page.blocks, ...page.blocks] },
      withValues(page, 'cover', { cover_title: '' }),
    ];
    expect(pages.map((one) => countOf(renderPage(one), '<h1'))).toEqual([1, 1, 1, 1]);
  });

  test('survives a page with nothing in it', () => {
    const bare = page.blocks.map(({ id, key, label }) => ({ id, key, label, values: {} }));
    const header = { ...page.header, menu: null, contactLink: null, contact: { shown: true, phone: [], email: '', address: '' } };
    const html = renderPage({ ...page, header, social: [], blocks: bare });
    expect(countOf(html, 'data-block-id=')).toBe(bare.length);
    expect(html).not.toMatch(/undefined|NaN|\[object|>null</u);
  });

  test('a preview asks nothing of another server, and has no script', () => {
    const font = { family: 'X', url: 'https://fonts.test/x.woff2' };
    const fonts = { heading: { ...font, kind: 'file' as const }, body: { ...font, kind: 'stylesheet' as const } };
    const full = withValues({ ...page, fonts, preview: true }, 'cover', { background_video: 'dQw4w9WgXcQ' });
    const html = renderPage(full);
    expect(html).not.toMatch(/<script|<iframe|fonts\.test|<link rel="stylesheet"/u);
    expect(html).not.toMatch(/(?:src|srcset)="https?:|url\(["']?https?:/u);
    expect(html).toContain('play-mark');
    const live = renderPage({ ...full, preview: false });
    expect(live).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?');
    expect(live).toContain('<link rel="stylesheet" href="https://fonts.test/x.woff2">');
    expect(live).toContain('@font-face{font-family:"X";src:url("https://fonts.test/x.woff2")');
  });

  test.each([
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&amp;mute=1'],
    ['https://vimeo.com/76979871/a1b2c3d4e5', 'https://player.vimeo.com/video/76979871?h=a1b2c3d4e5&amp;background=1'],
  ])('a video’s address "%s" embeds it', (address, player) => {
    expect(renderPage(withValues(page, 'cover', { background_video: address }))).toContain(`<iframe class="media-video" src="${player}`);
  });

  test.each(['', 'short', 'dQw4w9WgXcQ"onload="x', 'https://youtu.be.evil.example/dQw4w9WgXcQ', 'a'.repeat(21)])(
    'a video id like "%s" embeds nothing',
    (id) => {
      expect(renderPage(withValues(page, 'cover', { background_video: id }))).not.toContain('<iframe');
    },
  );

  test.each([
    '@import url("https://fonts.test/a.css");\na{color:red}',
    '@charset "utf-8";@import "a.css";',
    '/* first */ @import "a.css" screen;',
    '@namespace svg url(http://www.w3.org/2000/svg);',
    'a::after{content:"<b>"}',
  ])('the agency’s own style sheet stands in an element of its own, as typed: %s', (css) => {
    expect(renderPage({ ...page, custom: { ...page.custom, css: `\ufeff${css}` } })).toContain(`<style>${css}</style>`);
  });

  test.each([
    ['\u200b\ufeff@import "a.css";', '@import "a.css";'],
    ['<style>@import url("https://fonts.test/a.css");</style>\n', '@import url("https://fonts.test/a.css");'],
    ['\n<STYLE type="text/css">a{b:c}</STYLE >', 'a{b:c}'],
    ['<style>a{}</style>b{}', '<style>a{}<\\/style>b{}'],
  ])('the agency’s own style sheet is what is meant: %j', (css, meant) => {
    expect(renderPage({ ...page, custom: { ...page.custom, css } })).toContain(`<style>${meant}</style>`);
  });

  test('the agency’s own style sheet can’t end its element', () => {
    const html = renderPage({ ...page, custom: { ...page.custom, css: 'a::after{content:"</style><script>1</STYLE >"}' } });
    expect(html).toContain('<style>a::after{content:"<\\/style><script>1<\\/STYLE >"}</style>');
  });

  test('a font of the agency can end neither its quotes nor the style sheet', () => {
    const fonts = { heading: { family: '"}</style>x', kind: 'file' as const, url: 'https://f.test/a.woff2")}body{x' }, body: null };
    const html = renderPage({ ...page, fonts });
    expect(countOf(html, '</style>')).toBe(1);
    expect(html).toContain('font-family:"\\22 \\7d \\3c /style\\3e x"');
  });

  test('own styles, scripts and tags stand where they belong, as they were typed', () => {
    const custom = { css: '.a::after{content:"</style>"}', headHtml: '<meta name="own" content="1">', footHtml: '<script>own()</script>' };
    const html = renderPage({ ...page, custom });
    expect(html).toContain('.a::after{content:"<\\/style>"}</style>');
    expect(html.indexOf(custom.headHtml)).toBeLessThan(html.indexOf('</head>'));
    expect(html.indexOf(custom.headHtml)).toBeGreaterThan(0);
    expect(html.slice(html.indexOf(custom.footHtml))).toMatch(/^<script>own\(\)<\/script>\s*<\/body>/u);
  });

  test('describes the page for search engines and social networks', () => {
    const seo = { ...page.seo, title: 'A & B', noindex: true };
    const html = renderPage({ ...page, seo });
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<link rel="canonical" href="https://harbour.test/">');
    expect(html).toContain('<meta property="og:image" content="/files/share.png">');
    expect(html).toContain(`<meta name="description" content="${seo.description}">`);
    expect(html).toContain('<meta name="keywords" content="homes, Northbridge">');
    expect(renderPage(page)).not.toContain('noindex');
  });

  test('links of the site begin where the site does, once, and others stay as they are', () => {
    const to = (href: string) => renderPage(withValues(alone(page, 'about_us'), 'about_us', { button_link: href }));
    expect(to('/about-us')).toContain(`href="${page.basePath}/about-us"`);
    expect(to(`${page.basePath}/about-us`)).toContain(`href="${page.basePath}/about-us"`);
    expect(to('mailto:a@b.test')).toContain('href="mailto:a@b.test"');
    expect(to('https://b.test/x')).toContain('href="https://b.test/x"');
  });

  test('is quick, and prints how quick', () => {
    renderPage(page);
    const render = fastest(() => renderPage(page));
    const html = renderPage(page);
    // No template can be quicker than the escaping of as much text.
    const floor = fastest(() => escaped(html));
    console.log(
      `${theme}: ${(html.length / 1000).toFixed(0)} kB in ${render.toFixed(2)} ms; escaping as much text alone takes ${floor.toFixed(2)} ms`,
    );
    expect(render).toBeLessThan(Math.max(15, 15 * floor));
  });
});

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/gu, (char) => entities[char] ?? char);

/** Milliseconds of the fastest of some runs: other work on the machine only makes a run slower. */
function fastest(run: () => unknown): number {
  const times = Array.from({ length: 25 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}
