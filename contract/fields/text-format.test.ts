import { describe, expect, it } from 'vitest';
import type { Field } from './field.ts';
import { readWire, sampleValue, toWire, validateField } from './index.ts';
import { analytics, facebookPixel, pastedHtml, siteVerification, tagManager, type TextFormat } from './text-format.ts';

const of = (format: TextFormat): Field => ({ kind: 'text', key: 'k', label: 'L', format });
const gtmSnippet = `<!-- Google Tag Manager -->
<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});j.src=
'https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','GTM-ABC1234');</script>
<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-ABC1234" height="0" width="0"></iframe></noscript>`;
const gtagSnippet = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC1234567"></script>
<script>function gtag(){dataLayer.push(arguments)} gtag('config', 'G-ABC1234567');</script>`;
const pixelSnippet = `<script>!function(f,b,e,v){}(window,document,'script','https://connect.facebook.net/en_US/fbevents.js');
fbq('init', '1234567890123456'); fbq('track', 'PageView');</script>`;
const cases: readonly (readonly [string, TextFormat, readonly string[], readonly string[]])[] = [
  [
    'tagManager',
    tagManager,
    ['GTM-ABC1234', ' gtm-k7h2x9 ', '\u200bGTM-ABC1234\ufeff', '\u00a0GTM-\u2060ABC1234', gtmSnippet, 'GTM-ABC1234 and GTM-ABC1234'],
    [
      'ABC1234',
      'GTM-',
      'GTM-AB C1',
      'GTM-ABC1234 or GTM-DEF5678',
      gtagSnippet,
      "GTM-1');alert('x",
      'G-ABC1234567',
      'UA-12345678-1',
      '<script>',
    ],
  ],
  [
    'analytics',
    analytics,
    ['G-ABC1234567', 'UA-12345678-1', 'g-abc1234567', gtagSnippet, "ga('create', 'UA-12345678-1', 'auto');", '\u202aG-ABC1234567\u202c'],
    ['GTM-ABC1234', 'UA-123', '12345678', 'GT-ABCDEF', 'AW-123456789', 'G-ABC1234567 UA-12345678-1'],
  ],
  [
    'facebookPixel',
    facebookPixel,
    [
      '1234567890123456',
      ' 12345 ',
      "fbq('init', '1234567890')",
      pixelSnippet,
      '12345\u200b67890',
      '<img src="https://www.facebook.com/tr?id=1234567890&ev=PageView">',
      '<img src="https://www.facebook.com/tr?ev=PageView&amp;id=1234567890&amp;noscript=1">',
      "fbq('init', '1234567890'); fbq('init', '1234567890'); https://www.facebook.com/tr?id=1234567890",
    ],
    ['1234', '12345a', "fbq('init', '1234567890'); fbq('init', '9876543210')", "fbq('track', '1234567890')", '1'.repeat(21), '-12345'],
  ],
  [
    'siteVerification',
    siteVerification,
    [
      'u7Qd-frontage_1=',
      'x+/=',
      '\ufeffabc',
      '<meta name="google-site-verification" content="abc"><meta name="google-site-verification" content="abc">',
      '<meta charset="utf-8" content="x"><meta content="abc" name="google-site-verification">',
    ],
    [
      'a"b><script>',
      'two words',
      '<meta name="other" content="abc">',
      'google123.html',
      '<meta name="google-site-verification" content="abc"><meta name="google-site-verification" content="def">',
    ],
  ],
];

describe.each(cases)('%s', (_, format, fine, broken) => {
  it.each(fine)('takes %j', (text) => expect(validateField(of(format), text)).toBeNull());
  it.each(broken)('refuses %j with a message', (text) => expect(validateField(of(format), text)).toMatch(/\.$/u));
  it('has samples of its own form', () => expect(validateField(of(format), sampleValue(of(format), 3))).toBeNull());
});

it('says where an Analytics ID in the place of a container belongs', () =>
  expect(validateField(of(tagManager), 'G-ABC1234567')).toContain('is an Analytics ID'));

describe('a verification code', () => {
  it.each([
    '<meta name="google-site-verification" content="u7Qd-code" />',
    "<META content='u7Qd-code' name='google-site-verification'>",
    ' <meta name=google-site-verification content=u7Qd-code> ',
    'google-site-verification=u7Qd-code',
    'u7Qd-code',
  ])('is taken from %j, and stored alone', (text) => {
    expect(validateField(of(siteVerification), text)).toBeNull();
    expect(toWire(of(siteVerification), text)).toEqual(['u7Qd-code']);
  });
});

describe('a Facebook pixel', () => {
  it.each(["<script>fbq('init', '1234567890'); fbq('track', 'PageView');</script>", 'fbq("init",1234567890)', '1234 567 890\n'])(
    'is taken from %j, and stored alone',
    (text) => expect(toWire(of(facebookPixel), text)).toEqual(['1234567890']),
  );
});

it('is no reason not to show an older value', () => expect(readWire(of(tagManager), ['UA-1'])).toEqual({ value: 'UA-1' }));

describe('pasted HTML', () => {
  it.each([
    '<img src="https://a.example/a.png">',
    '<img src="/files/1/a.png">',
    '<img alt="file: a" src="data:image/png;base64,AA">',
    'file: a.png',
  ])('takes %j', (text) => expect(pastedHtml.problem(text)).toBeNull());
  it.each([
    ['<img src="file:///C:/a.png">', 'file:'],
    ["<p><img alt='a' src = 'blob:https://mail.example/1'></p>", 'blob:'],
    ['<img src=cid:part1@mail>', 'cid:'],
    ['<img src="data:image/svg+xml;base64,AA">', 'data:'],
  ])('refuses the picture of %j', (text, scheme) => expect(pastedHtml.problem(text)).toContain(`(${scheme}…)`));

  it('costs no more than its length', () => {
    expect(pastedHtml.problem(`<img src=${' '.repeat(200_000)}`)).toBeNull();
    expect(siteVerification.clean('<meta '.repeat(50_000))).toHaveLength(299_999);
    const field = of(facebookPixel);
    expect(validateField(field, 'facebook.com/tr?'.repeat(60_000))).toBe('L can hold at most 1000 characters; this has 960000.');
  });
});

describe('what is stored of a pasted snippet', () => {
  it.each([
    [tagManager, gtmSnippet, 'GTM-ABC1234'],
    [analytics, gtagSnippet, 'G-ABC1234567'],
    [facebookPixel, pixelSnippet, '1234567890123456'],
    [facebookPixel, '\u200e12345\u00a067890', '1234567890'],
    [siteVerification, '<meta charset="x" content="no"><meta content="abc" name="google-site-verification">', 'abc'],
    [tagManager, '\u202aGTM-\u200bABC1234\u202c', 'GTM-ABC1234'],
    [tagManager, 'GTM-ABC1234', 'GTM-ABC1234'],
    [tagManager, 'GTM–ABC1234', 'GTM-ABC1234'],
    [tagManager, '“ＧＴＭ\u2011abc1234”', 'GTM-ABC1234'],
    [analytics, 'UA–12345678—1', 'UA-12345678-1'],
    [facebookPixel, 'fbq(‘init’, ‘1234567890123456’);', '1234567890123456'],
    [facebookPixel, "fbq.push(['init', '1234567890123456'])", '1234567890123456'],
    [facebookPixel, 'Pixel ID: 1234567890123456', '1234567890123456'],
    [facebookPixel, '１２３４５６', '123456'],
    [siteVerification, '<meta name=“google-site-verification” content=“u7Qd-code” />', 'u7Qd-code'],
    [siteVerification, '"google-site-verification=u7Qd-code"', 'u7Qd-code'],
    [siteVerification, '@ 3600 IN TXT "google-site-verification=u7Qd-code"', 'u7Qd-code'],
  ])('%# is its id', (format, pasted, id) => {
    const field: Field = { kind: 'text', key: 'k', label: 'L', maxLength: 30, format };
    expect(toWire(field, pasted)).toEqual([id]);
    // However long the snippet is.
    expect(validateField(field, pasted)).toBeNull();
  });

  it('is the text as it was pasted where it has no id', () => {
    const address = 'https://tagmanager.google.com/#/home “a”';
    expect([tagManager, analytics, facebookPixel, siteVerification].map(({ clean }) => clean(` ${address} `))).toEqual(
      Array(4).fill(address),
    );
  });

  it('names the ids where there are several', () => {
    expect(validateField(of(analytics), `${gtagSnippet}gtag('config', 'UA-12345678-1')`)).toBe(
      'Enter one Analytics ID: this names G-ABC1234567 and UA-12345678-1.',
    );
    expect(validateField(of(tagManager), 'GTM-ABC1234 GTM-DEF5678')).toBe(
      'Enter one container ID: this names GTM-ABC1234 and GTM-DEF5678.',
    );
  });
});
