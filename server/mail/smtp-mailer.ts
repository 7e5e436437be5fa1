import { within } from '../within.ts';
import { readRecipients, type Recipient } from '#contract/recipients.ts';
import { wireAddress } from './address-header.ts';
import { type Mail, MailRefused, type Mailer, recipientsOf, senderDomain } from './mailer.ts';

/** For one mail altogether: a server that goes on answering slowly does not hold it longer. ms. */
const longestMs = 60_000;

/** Sends mails to an SMTP server: `smtp://user:password@host:587`, or `smtps://` where the connection begins encrypted. */
export async function smtpMailer(url: string, from: string, now: () => Date, newId: () => string): Promise<Mailer> {
  // Only where mails are sent by SMTP.
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  const send = async ({ to, replyTo, subject, text, id }: Mail) => {
    const [sender] = readRecipients(from).recipients;
    const addressed = {
      from: sender ? onWire(sender) : from,
      to: recipientsOf(to).map(onWire),
      ...(replyTo === undefined ? {} : { replyTo: recipientsOf(replyTo).map(onWire) }),
    };
    const messageId = `<${id ?? newId()}@${senderDomain(from)}>`;
    // So that no absence notice answers it.
    const headers = { 'Auto-Submitted': 'auto-generated' };
    const mail = { ...addressed, subject, text, date: now(), messageId, headers };
    const sent = await within(transport.sendMail(mail).catch(rethrown), longestMs);
    if (sent === 'late') throw new Error('The mail server took too long.');
    const { rejected, rejectedErrors: [error] = [] } = sent;
    // Final, whatever the reason: the others would get it again.
    if (rejected.length > 0)
      throw new MailRefused(`${listed(rejected)}: ${error?.response ?? 'no reason given'}. The others were sent to.`);
  };
  return { prepare: async (mail) => ({ send: () => send(mail), discard: async () => undefined }) };
}

const onWire = ({ name, address }: Recipient) => ({ name, address: wireAddress(address) });

const listed = ([first = '', ...others]: readonly string[]): string => (others.length === 0 ? first : `${first} and ${others.length} more`);

/**
 * What a server says of the recipient, or of the text, with 5xx is final. Anything before that is about our access to it, such as a wrong
 * password: it may be mended.
 */
function rethrown(error: unknown): never {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  const command = error instanceof Error && 'command' in error ? error.command : null;
  if (code >= 500 && (command === 'RCPT TO' || command === 'DATA'))
    throw new MailRefused(error instanceof Error ? error.message : 'The mail server refuses it.');
  throw error;
}
