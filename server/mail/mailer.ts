import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
}

const singleLine = (text: string): string => text.replace(/[\r\n]+/gu, ' ');

/** Writes each mail as an .eml file, for a mail system to pick up or a developer to open. */
export function folderMailer(folder: string, from: string, now: () => Date, newId: () => string): Mailer {
  return {
    send: async (mail) => {
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
      // Renamed when whole, so that whoever watches the folder never reads half a mail. Mode: it holds a sign-in link.
      await writeFile(`${path}.part`, lines.join('\r\n'), { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}
