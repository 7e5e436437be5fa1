import { describe, expect, it } from 'vitest';
import { cleanEmail, isEmail, isSitePath } from './rules.ts';
import { isWebUrl } from './web-url.ts';

describe('a web address', () => {
  it.each([
    'https://example.com',
    'http://localhost:8080/x?y=1#z',
    'https://sub_domain.my-agency.example./contact',
    'https://[2001:db8::1]:443/',
    'https://münchen.example/straße',
    'https://xn--mnchen-3ya.example',
  ])('is %s', (text) => {
    expect(isWebUrl(text)).toBe(true);
  });

  it.each([
    'example.com',
    'javascript:alert(1)',
    'https://',
    'https://-a.example',
    'https://a-.example',
    'https://a_',
    'https://user:pass@example.com',
    'https://a..b',
    'https://a b',
    'https://a.example/<script>',
    '//example.com',
  ])('is not %s', (text) => {
    expect(isWebUrl(text)).toBe(false);
  });
});

it('an email address has no unseen characters', () => {
  for (const text of ['a\u200bb@c.de', 'a@c\u00ad.de', '\ufeffa@c.de', 'a@c.de\u202c', 'a\u0007@c.de', 'a\ufe0f@c.de']) {
    expect(isEmail(text), JSON.stringify(text)).toBe(false);
    expect(cleanEmail(text)).toBe(
      text.includes('\u0007') || text.includes('\ufe0f') ? text : text.replaceAll(/[\u200b\u00ad\ufeff\u202c]/gu, ''),
    );
  }
  for (const text of ['ada@example.com', 'o’neil@example.com', 'ada+x@münchen.example', '用户@例子.广告'])
    expect(isEmail(cleanEmail(text))).toBe(true);
});

it.each([
  ["'ada@example.com'", 'ada@example.com'],
  ['“ada@example.com”', 'ada@example.com'],
  ['<ada@example.com>', 'ada@example.com'],
  ['mailto:ada@example.com', 'ada@example.com'],
  ["o'neil@example.com", "o'neil@example.com"],
])('an email address is without what programs put around it: %s', (text, address) => {
  expect(cleanEmail(text)).toBe(address);
  expect(isEmail(address)).toBe(true);
});

it.each(["'ada@example.com'", "ada@example.com'", '“ada@example.com', 'a@b.co/c', 'a@b.co?subject=x', 'a@b!.co', 'mailto:a@b.co?cc=x'])(
  'an email address is not %s',
  (text) => expect(isEmail(text)).toBe(false),
);

// Patterns that backtrack over such a text take minutes for this, and one save can contain many of them.
it.each(['a-', 'a', 'a.', 'a_', '-', 'a-a.', '<', 'mailto:', '“a'])('hostile text made of "%s" is refused in a moment', (part) => {
  const text = part.repeat(2000 / part.length);
  for (let i = 0; i < 2000; i += 1) {
    expect(isWebUrl(`https://${text}!`)).toBe(false);
    expect(isSitePath(`/${text}<`)).toBe(false);
    expect(isEmail(`${text.slice(0, 120)}@${text.slice(0, 100)}@`)).toBe(false);
    expect(cleanEmail(`${text} `)).toBe(text);
  }
});
