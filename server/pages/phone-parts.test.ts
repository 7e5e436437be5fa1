import { describe, expect, it } from 'vitest';
import { phoneParts } from './phone-parts.ts';

const linksOf = (typed: string, country = 'AU') => phoneParts(typed, country).flatMap(({ href }) => href ?? []);

describe('the links of a typed telephone number', () => {
  it.each([
    ['02 9000 1234', 'AU', ['tel:+61290001234']],
    ['0412 345 678', 'AU', ['tel:+61412345678']],
    ['1300 123 456', 'AU', ['tel:+611300123456']],
    ['13 12 34', 'AU', ['tel:+61131234']],
    ['020 7946 0018', 'UK', ['tel:+442079460018']],
    ['09 300 1234', 'NZ', ['tel:+6493001234']],
    ['04 123 4567', 'UAE', ['tel:+97141234567']],
    ['+44 (0)20 7946 0018', 'AU', ['tel:+442079460018']],
    ['+1 415 555 2671', 'AU', ['tel:+14155552671']],
    ['02 9000 1234 ext 5', 'AU', ['tel:+61290001234;ext=5']],
    ['020 7946 0018 (ext. 5)', 'UK', ['tel:+442079460018;ext=5']],
    ['02 9000 1234 (x12) or 0412 345 678', 'AU', ['tel:+61290001234;ext=12', 'tel:+61412345678']],
    ['02 9000 1234 (5 lines)', 'AU', ['tel:+61290001234']],
    ['02 9000 1234, ext. 5', 'AU', ['tel:+61290001234;ext=5']],
    ['02 9000 1234 or 0412 345 678', 'AU', ['tel:+61290001234', 'tel:+61412345678']],
    ['02 9000 1234, 02 9000 1235', 'AU', ['tel:+61290001234', 'tel:+61290001235']],
    ['02 9000 1234 / 02 9000 1235', 'AU', ['tel:+61290001234', 'tel:+61290001235']],
    ['+61 2 9000 0000 (after hours: 0400 000 000)', 'AU', ['tel:+61290000000', 'tel:+61400000000']],
    ['٠٤١٢ ٣٤٥ ٦٧٨', 'AU', ['tel:+61412345678']],
    ['\u202a+61 412 345 678\u202c', 'AU', ['tel:+61412345678']],
    ['02–9000–1234', 'AU', ['tel:+61290001234']],
    ['call us', 'AU', []],
    ['0412 345 678 / 679', 'AU', ['tel:+61412345678']],
    ['12345', 'AU', []],
    ['', 'AU', []],
  ] as const)('%s in %s', (typed, country, links) => expect(linksOf(typed, country)).toEqual(links));

  it('leave the text as it was typed', () => {
    for (const typed of ['02 9000 1234 or 0412 345 678', 'Tel. 02 9000 1234, 02 9000 1235; call us', 'x / y', '+61 2 9000 0000 (office)'])
      expect(
        phoneParts(typed, 'AU')
          .map(({ text }) => text)
          .join(''),
      ).toBe(typed);
    expect(phoneParts('02 9000 1234 (ext. 5), all day', 'AU').map(({ text }) => text)).toEqual(['02 9000 1234 (ext. 5)', ', all day']);
    expect(phoneParts('Tel. 02 9000 1234 (office)', 'AU')).toEqual([
      { text: 'Tel. ', href: null },
      { text: '02 9000 1234', href: 'tel:+61290001234' },
      { text: ' (office)', href: null },
    ]);
  });

  it('are of Australia where the country is not known', () => expect(linksOf('02 9000 1234', 'FR')).toEqual(['tel:+61290001234']));
});
