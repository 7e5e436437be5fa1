import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecipients, type Recipient } from '#contract/recipients.ts';
import { addressHeader, mailDomain } from './address-header.ts';
import { encodedHeader } from './encoded-header.ts';

export interface Mail {
  /** One address or several, as `readRecipients` reads them. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
  /** Names the mail: one that is sent again has the same. By default a new id. */
  readonly id?: string;
}

/** A mail that is written; the caller then sends or discards it. */
export interface PreparedMail {
  /** Rejects with a `MailRefused` where trying again is of no use. */
  readonly send: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

export interface Mailer {
  /** Does all of the work that needs space or may fail. Rejects where there is no room for the mail. */
  readonly prepare: (mail: Mail) => Promise<PreparedMail>;
}

/** The mail system refuses the mail for good. The message is for people. */
export class MailRefused extends Error {}

/** Throws MailRefused where one of the addresses is none. */
export function recipientsOf(text: string): readonly Recipient[] {
  const { recipients, problem } = readRecipients(text);
  if (problem !== null || recipients.length === 0) throw new MailRefused(problem ?? 'It has no address to send to.');
  return recipients;
}

/** The domain in the ids of mails. It has to exist, because some servers take others for spam. */
export const senderDomain = (from: string): string => mailDomain(readRecipients(from).recipients[0]?.address ?? '') || 'localhost';

/** A mail is sent seconds after it is written: an unsent one that is older was left behind by a crash. ms. */
const abandonedAfterMs = 3_600_000;
/** The suffix of a mail that is not sent yet. */
const unsent = '.part';

/** A mail may not have a longer line. Bytes. */
const longestLine = 900;

/** Writes each mail as an .eml file, for a mail system to pick up or a developer to open. */
export function folderMailer(folder: string, from: string, now: () => Date, newId: () => string): Mailer {
  return {
    prepare: async (mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = mail.id ?? newId();
      const text = `${mail.text.replace(/\r\n?|\n/gu, '\r\n')}\r\n`;
      const isLong = text.split('\r\n').some((line) => Buffer.byteLength(line) > longestLine);
      const lines = [
        `From: ${addressHeader(readRecipients(from).recipients)}`,
        `To: ${addressHeader(recipientsOf(mail.to))}`,
        ...(mail.replyTo === undefined ? [] : [`Reply-To: ${addressHeader(recipientsOf(mail.replyTo))}`]),
        `Subject: ${encodedHeader(mail.subject)}`,
        `Date: ${now().toUTCString()}`,
        `Message-ID: <${id}@${senderDomain(from)}>`,
        // So that no absence notice answers it.
        'Auto-Submitted: auto-generated',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        `Content-Transfer-Encoding: ${isLong ? 'base64' : '8bit'}`,
        '',
        isLong ? `${Buffer.from(text).toString('base64').replace(/.{76}/gu, '$&\r\n')}\r\n` : text,
      ];
      // One that is sent again replaces what was sent: its name has no time.
      const name = mail.id ?? `${now().toISOString().replace(/[:.]/gu, '-')}-${id}`;
      const path = join(folder, `${name}.eml`);
      // Renamed when complete, so that a program which watches the folder never reads half a mail. Mode: it contains a sign-in link.
      const part = `${path}${unsent}`;
      const discard = () => rm(part, { force: true });
      try {
        await writeFile(part, lines.join('\r\n'), { mode: 0o600 });
      } catch (error) {
        await discard();
        throw error;
      }
      return { send: () => rename(part, path), discard };
    },
  };
}

/**
 * Removes mails that were written and neither sent nor discarded, because the process ended in between. Each contains an address and a
 * link. Recent ones may belong to another process.
 */
export async function dropUnsentMails(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((entry) => entry.endsWith(unsent))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - abandonedAfterMs) await rm(path, { force: true });
  }
}
