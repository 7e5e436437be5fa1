import { afterEach, beforeEach, expect, it } from 'vitest';
import { type TestMailServer, startTestMailServer } from '../testing/test-mail-server.ts';
import { readRecipients } from '#contract/recipients.ts';
import { addressHeader } from './address-header.ts';
import { encodedHeader } from './encoded-header.ts';
import { MailRefused } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

let mailServer: TestMailServer;
beforeEach(async () => {
  mailServer = await startTestMailServer();
});
afterEach(() => mailServer.close());

const mailer = (url = mailServer.url) =>
  smtpMailer(
    url,
    'Frontage <no-reply@frontage.test>',
    () => new Date('2026-06-01T10:00:00.000Z'),
    () => 'new',
  );
const mail = {
  to: 'a@b.cd, c@d.ef',
  subject: 'Grüße\r\nBcc: evil@example.com',
  text: 'Hello\n.\nAda',
  replyTo: 'ada@example.com',
  id: 'run-1',
};

it('hands a mail to the server, with no way to slip in a header or a receiver', async () => {
  await (await (await mailer()).prepare(mail)).send();
  expect(mailServer.received).toMatchObject([{ to: ['a@b.cd', 'c@d.ef'], user: 'agency' }]);
  const text = mailServer.received[0]?.text ?? '';
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  expect(head).toContain('Message-ID: <run-1@frontage.test>');
  expect(head).toContain('Reply-To: ada@example.com');
  expect(head).toContain('Date: Mon, 01 Jun 2026 10:00:00 +0000');
  expect(head).not.toMatch(/^Bcc:/mu);
  expect(text).toContain('\r\n.\r\nAda');
});

it('takes names, and domains and names in other letters', async () => {
  const to = 'Jürgen <office@münchen.example>, "Doe, Jo" <jo@b.cd>; "Eve\r\nBcc: evil@example.com" <eve@b.cd>';
  // The test's server reads punycode; the headers show what was sent.
  await (await (await mailer()).prepare({ ...mail, to, replyTo: 'ada@bücher.example' })).send();
  expect(mailServer.received).toMatchObject([{ to: ['office@münchen.example', 'jo@b.cd', 'eve@b.cd'] }]);
  const text = mailServer.received[0]?.text ?? '';
  const head = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r\n\s+/gu, ' ');
  expect(head).toContain('<office@xn--mnchen-3ya.example>');
  expect(head).toContain('"Doe, Jo" <jo@b.cd>');
  expect(head).toContain('Reply-To: ada@xn--bcher-kva.example');
  expect(head).toContain('Auto-Submitted: auto-generated');
  expect(head).not.toMatch(/^Bcc:/mu);
  const sent = async (wrong: string) => (await (await mailer()).prepare({ ...mail, to: wrong })).send();
  await expect(sent('office')).rejects.toThrow(new MailRefused('“office” is not an email address.'));
});

it('writes the addresses of a mail in the folder: names alone are encoded', () => {
  const header = (text: string) => addressHeader(readRecipients(text).recipients);
  expect(header('a@b.cd')).toBe('a@b.cd');
  expect(header('Frontage <no-reply@frontage.test>')).toBe('Frontage <no-reply@frontage.test>');
  expect(header('"Doe, Jo" <jo@b.cd>')).toBe('"Doe, Jo" <jo@b.cd>');
  expect(header('"Jo \\"J\\" X" <jo@b.cd>')).toBe('"Jo \\"J\\" X" <jo@b.cd>');
  expect(header('Jürgen <office@münchen.example>, c@d.ef')).toBe(
    `=?utf-8?B?${Buffer.from('Jürgen').toString('base64')}?= <office@xn--mnchen-3ya.example>,\r\n c@d.ef`,
  );
});

it('tells what the server refuses for good from what it can’t take now', async () => {
  const sent = async (to: string) => (await (await mailer()).prepare({ ...mail, to })).send();
  await expect(sent('nobody@example.com')).rejects.toThrow(MailRefused);
  // 535, which says nothing of the mail: it may be sent once the password is mended.
  const locked = await (await mailer(mailServer.url.replace('p%40ss', 'old'))).prepare(mail);
  await expect(locked.send()).rejects.not.toThrow(MailRefused);
  await mailServer.close();
  await expect(sent('a@b.cd')).rejects.not.toThrow(MailRefused);
});

it('does not count as sent where the server refuses some of the recipients, and names them with the reason', async () => {
  const sent = async (to: string) => (await (await mailer()).prepare({ ...mail, to })).send();
  await expect(sent('nobody@example.com, a@b.cd')).rejects.toThrow(
    new MailRefused('nobody@example.com: 550 No such user. The others were sent to.'),
  );
  expect(mailServer.received).toMatchObject([{ to: ['a@b.cd'] }]);
  await expect(sent('nobody@example.com, a@b.cd, nobody2@example.com')).rejects.toThrow(/^nobody@example\.com and 1 more: 550 /u);
});

it('encodes what is not ASCII in headers of a mail in the folder', () => {
  expect(encodedHeader('Plain (text), <a@b.cd>')).toBe('Plain (text), <a@b.cd>');
  const long = encodedHeader('Größe: 漢字'.repeat(9));
  const words = long.split('\r\n ');
  expect(words.every((word) => /^=\?utf-8\?B\?[\w+/=]+\?=$/u.test(word) && word.length <= 75)).toBe(true);
  const read = (word: string) => Buffer.from(word.slice(10, -2), 'base64').toString();
  expect(words.map(read).join('')).toBe('Größe: 漢字'.repeat(9));
});
