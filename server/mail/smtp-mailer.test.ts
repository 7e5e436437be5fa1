import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodedHeader } from './encoded-header.ts';
import { MailRefused } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

let server: SMTPServer;
let url: string;
let got: { readonly to: readonly string[]; readonly text: string; readonly user: string }[];
beforeEach(async () => {
  got = [];
  server = new SMTPServer({
    // Its own certificate has expired.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, callback) =>
      password === 'p@ss' ? callback(null, { user: username }) : callback(new Error('Wrong password')),
    onRcptTo: ({ address }, _, callback) =>
      callback(address.startsWith('nobody') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
    onData(stream, { envelope, user }, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        got.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString(), user: String(user) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  url = `smtp://agency:p%40ss@127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

const mailer = () =>
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
  expect(got).toMatchObject([{ to: ['a@b.cd', 'c@d.ef'], user: 'agency' }]);
  const text = got[0]?.text ?? '';
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  expect(head).toContain('Message-ID: <run-1@frontage>');
  expect(head).toContain('Reply-To: ada@example.com');
  expect(head).toContain('Date: Mon, 01 Jun 2026 10:00:00 +0000');
  expect(head).not.toMatch(/^Bcc:/mu);
  expect(text).toContain('\r\n.\r\nAda');
});

it('tells what the server refuses for good from what it can’t take now', async () => {
  const sent = async (to: string) => (await (await mailer()).prepare({ ...mail, to })).send();
  await expect(sent('nobody@example.com')).rejects.toThrow(MailRefused);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await expect(sent('a@b.cd')).rejects.not.toThrow(MailRefused);
});

it('encodes what is not ASCII in headers of a mail in the folder', () => {
  expect(encodedHeader('Plain (text), <a@b.cd>')).toBe('Plain (text), <a@b.cd>');
  const long = encodedHeader('Größe: 漢字'.repeat(9));
  const words = long.split('\r\n ');
  expect(words.every((word) => /^=\?utf-8\?B\?[\w+/=]+\?=$/u.test(word) && word.length <= 75)).toBe(true);
  const read = (word: string) => Buffer.from(word.slice(10, -2), 'base64').toString();
  expect(words.map(read).join('')).toBe('Größe: 漢字'.repeat(9));
});
