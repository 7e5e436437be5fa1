import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail that is written; the caller then sends or discards it. */
export interface PreparedMail {
  readonly send: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

export interface Mailer {
  /** Does all of the work that needs space or may fail. Rejects where there is no room for the mail. */
  readonly prepare: (mail: Mail) => Promise<PreparedMail>;
}

/** A mail is sent seconds after it is written: an unsent one that is older was left behind by a crash. ms. */
const abandonedAfterMs = 3_600_000;
/** The suffix of a mail that is not sent yet. */
const unsent = '.part';

const singleLine = (text: string): string => text.replace(/[\r\n]+/gu, ' ');

/** Writes each mail as an .eml file, for a mail system to pick up or a developer to open. */
export function folderMailer(folder: string, from: string, now: () => Date, newId: () => string): Mailer {
  return {
    prepare: async (mail) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = newId();
      const lines = [
        `From: ${singleLine(from)}`,
        `To: ${singleLine(mail.to)}`,
        `Subject: ${singleLine(mail.subject)}`,
        `Date: ${now().toUTCString()}`,
        `Message-ID: <${id}@frontage>`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        mail.text,
        '',
      ];
      const path = join(folder, `${now().toISOString().replace(/[:.]/gu, '-')}-${id}.eml`);
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
