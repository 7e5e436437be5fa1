import { describe, expect, it } from 'vitest';
import { readRecipients, recipients } from './recipients.ts';

const read = (text: string) => readRecipients(text).recipients.map(({ name, address }) => (name === '' ? address : `${name}|${address}`));

describe('the addresses of a mail', () => {
  it.each([
    ['a@b.example', ['a@b.example']],
    ['a@b.example, c@d.example', ['a@b.example', 'c@d.example']],
    ['a@b.example;c@d.example;', ['a@b.example', 'c@d.example']],
    ['a@b.example\nc@d.example\r\n', ['a@b.example', 'c@d.example']],
    ['Ada <a@b.example>, <c@d.example>', ['Ada|a@b.example', 'c@d.example']],
    ['"Doe, Jo" <jo@b.example>, c@d.example', ['Doe, Jo|jo@b.example', 'c@d.example']],
    ['Doe, Jo <jo@b.example>; Lim, Bo <bo@b.example>', ['Doe, Jo|jo@b.example', 'Lim, Bo|bo@b.example']],
    ['"Jo \\"J\\" O’Neil; Sales" <jo@b.example>', ['Jo "J" O’Neil; Sales|jo@b.example']],
    ['"a@b.example" <a@b.example>', ['a@b.example|a@b.example']],
    ['A@b.example <a@b.example>', ['A@b.example|a@b.example']],
    ['Ada @ Bay <a@b.example>', ['Ada @ Bay|a@b.example']],
    ['"Bo <old>" <bo@b.example>', ['Bo <old>|bo@b.example']],
    ['Jürgen <büro@münchen.example>', ['Jürgen|büro@münchen.example']],
    ['\u200ba@b.example\ufeff , A@B.example', ['a@b.example']],
    ["'a@b.example'; 'Jo Doe' <jo@b.example>", ['a@b.example', 'Jo Doe|jo@b.example']],
    ["Pat O'Brien <o'brien@b.example>", ["Pat O'Brien|o'brien@b.example"]],
    ['mailto:a@b.example, Jo <mailto:jo@b.example>', ['a@b.example', 'Jo|jo@b.example']],
    ['Jo Doe [mailto:jo@b.example]', ['Jo Doe|jo@b.example']],
    ['“Doe, Jo” <jo@b.example>，c@d.example', ['Doe, Jo|jo@b.example', 'c@d.example']],
    ['a@b.example；c@d.example、e@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
    ['a@b.example\tc@d.example\u2028e@f.example', ['a@b.example', 'c@d.example', 'e@f.example']],
  ])('are taken as typed: %j', (text, found) => {
    expect(read(text)).toEqual(found);
    expect(recipients.problem(recipients.clean(text))).toBeNull();
  });

  it.each([
    ['office', '“office” is not an email address.'],
    ['office, a@b.example', '“office” is not an email address.'],
    ['a@b.example c@d.example', '“a@b.example c@d.example” is not an email address.'],
    ['a@b.example, c@d', '“c@d” is not an email address.'],
    ['Ada <a@b.example> Bo <c@d.example>', '“Ada <a@b.example> Bo <c@d.example>” is not an email address.'],
    ['<a@b.example> <c@d.example>', '“<a@b.example> <c@d.example>” is not an email address.'],
    ['Ada a@b.example <c@d.example>', '“Ada a@b.example <c@d.example>” is not an email address.'],
    ['Ada <a@b.example', '“Ada <a@b.example” is not an email address.'],
    ['a@b.example, Jo', '“Jo” is not an email address.'],
    ['Jo; a@b.example', '“Jo” is not an email address.'],
    ['mailto:a@b.example?subject=Hi', '“mailto:a@b.example?subject=Hi” is not an email address.'],
    ["a@b.example'", "“a@b.example'” is not an email address."],
    [',;', 'Enter an email address.'],
    [Array.from({ length: 51 }, (_, n) => `a${n}@b.example`).join(), 'A mail is sent to at most 50 addresses.'],
  ])('are refused with a reason: %.40j', (text, problem) => expect(recipients.problem(text)).toBe(problem));

  it('have nothing that ends a line', () => {
    expect(read('"Ada\r\nBcc: x@y.example" <a@b.example>')).toEqual(['Ada Bcc: x@y.example|a@b.example']);
    expect(readRecipients('a@b.example\r\nBcc: x@y.example').problem).not.toBeNull();
  });
});
