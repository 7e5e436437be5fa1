import { describe, expect, it } from 'vitest';
import { phoneParts } from './phone-parts.ts';
import { dialProblem } from './settings/dial-warnings.ts';

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
    ['1300 FLATMATES', 'AU', ['tel:+611300352862']],
    ['1300 flatmates', 'AU', ['tel:+611300352862']],
    ['1300FLATMATES', 'AU', ['tel:+611300352862']],
    ['Call 1300 FLAT MATES today', 'AU', ['tel:+611300352862']],
    ['+61 1300 FLATMATES', 'UK', ['tel:+611300352862']],
    ['1300 4 HOMES', 'AU', ['tel:+611300446637']],
    ['1800 REVERSE (1800 738 377)', 'AU', ['tel:+611800738377', 'tel:+611800738377']],
    ['13 CABS or 02 9000 1234', 'AU', ['tel:+61132227', 'tel:+61290001234']],
    ['0800 NZHOMES', 'NZ', ['tel:+648006946637']],
    ['0800 FLOWERS', 'UK', ['tel:+448003569377']],
    ['800 HOMES', 'UAE', ['tel:+97180046637']],
    ['+1 800 FLOWERS', 'AU', ['tel:+18003569377']],
    ['1-800-FLOWERS', 'AU', []],
    ['1300 RENT', 'AU', []],
    ['1300 homes in Perth', 'AU', []],
    ['13 offices', 'AU', []],
    ['02 FLATMATES', 'AU', []],
    ['800 HOMES DXB', 'UAE', []],
    ['1300 123 456 HOTLINE', 'AU', ['tel:+611300123456']],
    ['0412 345 678 0400 000 000', 'AU', ['tel:+61412345678', 'tel:+61400000000']],
    ['02 9000 1234  0412 345 678', 'AU', ['tel:+61290001234', 'tel:+61412345678']],
    ['02 9000 1234\u00a00412 345 678', 'AU', ['tel:+61290001234', 'tel:+61412345678']],
    ['02 9000 1234-02 9000 1235', 'AU', ['tel:+61290001234', 'tel:+61290001235']],
    ['02 9000 1234 + 0412 345 678', 'AU', ['tel:+61290001234', 'tel:+61412345678']],
    ['+61 2 9000 1234 0412 345 678 13 12 34', 'AU', ['tel:+61290001234', 'tel:+61412345678', 'tel:+61131234']],
    ['1300 123 456 13 12 34', 'AU', ['tel:+611300123456', 'tel:+61131234']],
    ['020 7946 0018 020 7946 0019', 'UK', ['tel:+442079460018', 'tel:+442079460019']],
    ['02 9000 1234 9000 1235', 'AU', []],
    ['800 12   '.repeat(8), 'UAE', []],
    [`1300 ${'A'.repeat(80)}a`, 'AU', []],
    ['1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0', 'AU', []],
    ['call us', 'AU', []],
    ['0412 345 678 / 679', 'AU', ['tel:+61412345678']],
    ['0412 345 678 24/7', 'AU', ['tel:+61412345678']],
    ['02 9000 1234 9am-5pm', 'AU', ['tel:+61290001234']],
    ['02 9000 1234 8:30–17:00', 'AU', ['tel:+61290001234']],
    ['0412 345 678 9.30 am', 'AU', ['tel:+61412345678']],
    ['0061 2 9000 1234', 'AU', ['tel:+61290001234']],
    ['(0033) 1 42 68 53 00', 'AU', ['tel:+33142685300']],
    ['0011 44 20 7946 0018', 'AU', ['tel:+442079460018']],
    ['000 in an emergency', 'AU', []],
    ['24/7 on 13 12 34', 'AU', ['tel:+61131234']],
    ['02 9000 1224', 'AU', ['tel:+61290001224']],
    ['12345', 'AU', []],
    ['', 'AU', []],
  ] as const)('%s in %s', (typed, country, links) => expect(linksOf(typed, country)).toEqual(links));

  it('leave the text as it was typed', () => {
    for (const typed of [
      'Ring 1300 FLATMATES, now',
      '0412 345 678  0400 000 000 ',
      '02 9000 1234 or 0412 345 678',
      'Tel. 02 9000 1234, 02 9000 1235; call us',
      'x / y',
      '+61 2 9000 0000 (office)',
    ])
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

describe('what can’t be dialled', () => {
  it.each([
    ['call us', 'AU', 'Visitors can’t tap this to call'],
    ['9000 1234', 'AU', 'Visitors can’t tap this to call'],
    ['02 9000 1234', 'UK', 'Visitors can’t tap this to call'],
    ['02 9000 1234 9000 1235', 'AU', 'Visitors can’t tap this to call'],
    ['02 9000 1234, 9000 1235', 'AU', 'Visitors can’t tap “9000 1235” to call'],
    ['02 9000 1234 (after hours 412 34 56)', 'AU', 'Visitors can’t tap “412 34 56” to call'],
  ])('is said of %s in %s', (typed, country, message) =>
    expect(dialProblem(typed, country)).toBe(
      `${message}: it is no telephone number in ${country}. Write the area code too, or + and the country’s code.`,
    ),
  );

  it.each(['', ' \u200b', '02 9000 1234', '1300 FLATMATES', '02 9000 1234 ext 5 / ext 6', '0412 345 678, Mon–Fri 9–5', '13 12 34 24/7'])(
    'is not said of %j',
    (typed) => expect(dialProblem(typed, 'AU')).toBeNull(),
  );
});
