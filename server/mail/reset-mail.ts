import { limits } from '#contract/limits.ts';
import type { Mail } from './mailer.ts';

/** `publicUrl` is configuration: a link built on a request's Host header would send the token wherever its sender likes. */
export function resetMail(publicUrl: string, email: string, token: string): Mail {
  const link = `${publicUrl}/forgot-password?token=${encodeURIComponent(token)}&email=${encodeURIComponent(email)}`;
  return {
    to: email,
    subject: 'Set a new password for Frontage',
    text: [
      'Someone asked to set a new password for this address.',
      '',
      'Open this link to choose one:',
      link,
      '',
      `It works once, for ${limits.resetTokenMinutes} minutes. If it was not you, ignore this mail: nothing has changed.`,
    ].join('\r\n'),
  };
}
