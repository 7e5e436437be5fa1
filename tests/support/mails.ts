import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The mails that the server has written, oldest first, each as it stands in its file. */
export function mailsIn(dataDir: string): readonly string[] {
  const folder = join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The first link in a mail whose path starts so. */
export function linkIn(mail: string, pathStart: string): string {
  const link = mail.match(/https?:\/\/\S+/g)?.find((address) => new URL(address).pathname.startsWith(pathStart));
  if (!link) throw new Error(`The mail holds no link to ${pathStart}:\n${mail}`);
  return link;
}
