import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dropUnsentMails, folderMailer, MailRefused } from './mailer.ts';

it('writes a mail as a file of its own, with no way to slip in a header', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'frontage-mail-'));
  const mailer = folderMailer(
    join(folder, 'mail'),
    'Frontage <no-reply@frontage.test>',
    () => new Date('2026-06-01T10:00:00.000Z'),
    () => 'id-1',
  );
  const forged = { subject: 'Hello\r\nBcc: evil@example.com', text: 'Line one\r\nLine two' };
  await expect(mailer.prepare({ ...forged, to: 'a@b.cd\r\nBcc: evil@example.com' })).rejects.toThrow(MailRefused);
  const mail = await mailer.prepare({ ...forged, to: '"Ada\r\nBcc: evil@example.com" <a@münchen.example>, c@d.ef' });
  await mail.send();
  const [name = '', ...others] = await readdir(join(folder, 'mail'));
  expect([name, others]).toEqual(['2026-06-01T10-00-00-000Z-id-1.eml', []]);
  const file = join(folder, 'mail', name);
  const [head = '', body] = (await readFile(file, 'utf8')).split('\r\n\r\n');
  expect(head.replaceAll('\r\n ', ' ').split('\r\n')).toEqual(
    expect.arrayContaining([
      'From: Frontage <no-reply@frontage.test>',
      'To: "Ada Bcc: evil@example.com" <a@xn--mnchen-3ya.example>, c@d.ef',
      'Subject: Hello Bcc: evil@example.com',
      'Message-ID: <id-1@frontage.test>',
      'Auto-Submitted: auto-generated',
    ]),
  );
  expect(body).toBe('Line one\r\nLine two\r\n');
  expect((await stat(file)).mode & 0o077).toBe(0);
  await rm(folder, { recursive: true });
});

it('a mail that is forgotten leaves no file, and none is there before it is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'frontage-mail-'));
  const mailer = folderMailer(
    folder,
    'Frontage <no-reply@frontage.test>',
    () => new Date('2026-06-01T10:00:00.000Z'),
    () => 'id-2',
  );
  const mail = await mailer.prepare({ to: 'a@b.cd', subject: 'Hello', text: 'x' });
  expect((await readdir(folder)).filter((name) => name.endsWith('.eml'))).toEqual([]);
  await mail.discard();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

it('a crash between writing and sending leaves no mail for longer than an hour', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'frontage-mail-'));
  const now = new Date('2026-06-01T10:00:00.000Z');
  const ages = { 'old.eml.part': 3_600_001, 'young.eml.part': 1_000, 'sent.eml': 86_400_000, 'notes.txt': 86_400_000 };
  for (const [name, age] of Object.entries(ages)) {
    await writeFile(join(folder, name), 'x');
    await utimes(join(folder, name), new Date(now.getTime() - age), new Date(now.getTime() - age));
  }
  await dropUnsentMails(folder, now);
  expect((await readdir(folder)).sort()).toEqual(['notes.txt', 'sent.eml', 'young.eml.part']);
  await dropUnsentMails(join(folder, 'never-made'), now);
  await rm(folder, { recursive: true });
});
