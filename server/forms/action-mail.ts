import { trimmed } from '#contract/invisible.ts';
import { fillTags, keyOfTag } from '#contract/forms/tags.ts';
import { replyAddress } from '#contract/resources/reply-address.ts';
import type { PayloadEntry } from '#contract/resources/submissions.ts';
import { recipients } from '#contract/recipients.ts';
import { cleanEmail, isEmail } from '#contract/rules.ts';
import type { Mail } from '../mail/mailer.ts';
import type { formActions } from '../tables/form-actions.ts';

export type EmailAction = Pick<
  typeof formActions.$inferSelect,
  'emailTo' | 'emailReplyTo' | 'emailSubject' | 'emailMessage' | 'includeSubmissionData'
>;

const subjectCharacters = 250;
/** A short tag may stand for a long value many times. */
const textCharacters = 500_000;

export type ComposedMail = { readonly kind: 'mail'; readonly mail: Mail } | { readonly kind: 'problem'; readonly problem: string };

/**
 * The mail of an action. `{{key}}` stands for the value of a field, as a text: what a visitor has typed can neither become a header nor
 * name another field. An address to reply to may be such a tag; what it stands for is checked.
 */
export function composeMail(action: EmailAction, formTitle: string, entries: readonly PayloadEntry[]): ComposedMail {
  const values = new Map(entries.map(({ key, value }) => [key, value]));
  const to = action.emailTo?.trim() ?? '';
  if (to === '') return { kind: 'problem', problem: 'It has no address to send to.' };
  const problem = recipients.problem(to);
  if (problem !== null) return { kind: 'problem', problem };
  const replyTo = replyAddressIn(action.emailReplyTo ?? '', values);
  const subject = trimmed(onOneLine(filledIn(action.emailSubject ?? '', values))).slice(0, subjectCharacters);
  const message = trimmed(filledIn(action.emailMessage ?? '', values));
  const data = action.includeSubmissionData ? entries.map(({ label, value }) => `${onOneLine(label)}: ${indented(value)}`).join('\n') : '';
  const text = [message, data]
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, textCharacters);
  return {
    kind: 'mail',
    mail: {
      to,
      subject: subject || `New submission: ${onOneLine(formTitle)}`,
      text,
      // An invalid reply address is left out, so that the mail still arrives; replies then go to its sender.
      ...(isEmail(replyTo) ? { replyTo } : {}),
    },
  };
}

/** So that a line of a long text does not look like another field. */
const indented = (value: string): string => value.replaceAll(/\r\n?|[\n\v\f\u0085\u2028\u2029]/gu, '\n  ');

const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** A key that nothing was sent for is left out. */
const filledIn = (text: string, values: ReadonlyMap<string, string>): string => fillTags(text, (key) => values.get(key) ?? '');

/** An address, or the tag of the field whose value is one. Actions of earlier versions may have it in single braces. */
function replyAddressIn(text: string, values: ReadonlyMap<string, string>): string {
  const clean = replyAddress.clean(text);
  const key = keyOfTag(clean);
  return cleanEmail(key === null ? clean : (values.get(key) ?? ''));
}
