import { eq } from 'drizzle-orm';
import { testFormAction } from '#contract/calls/form-action-test.ts';
import { type FormField, isInput } from '#contract/forms/form-field.ts';
import { payloadOf } from '#contract/forms/submission.ts';
import { payloadEntries } from '#contract/resources/submissions.ts';
import { countAttempt } from '../auth/rate-limits.ts';
import { ownWebsiteId, rowId } from '../calls/scope.ts';
import { fingerprint } from '../deps.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { formActions } from '../tables/form-actions.ts';
import { composeMail } from './action-mail.ts';
import { sendActionMail } from './run-actions.ts';
import { formsOf } from './stored-form.ts';

/** By user, in ten minutes. */
const mostTests = 20;

/** Sends an action's mail to whoever asks, with sample values. */
export const testOfAction = serve(
  testFormAction,
  async ({ db, deps, user, params, now }) => {
    const id = rowId(params.id);
    const [action] = id === null ? [] : await db.select().from(formActions).where(eq(formActions.id, id));
    const websiteId = action ? await ownWebsiteId(db, user, String(action.websiteId)) : null;
    const [form] = action && websiteId !== null ? await formsOf(db, websiteId, [action.formId]) : [];
    if (!action || !form) return notFound();
    if (action.type !== 'email') return ok({ sent_to: null });
    const limit = { key: fingerprint(deps, 'test mails', String(user.id)), max: mostTests, windowSeconds: 600 };
    const wait = await countAttempt(db, [limit], now);
    if (wait !== null) return fail('too_many_requests', 'You have sent many test mails. Wait a moment.', { retryAfterSeconds: wait });
    const payload = payloadOf(form.fields.filter(isInput).map((field) => [field.key, sampleOf(field, user.email)]));
    const tried = { ...action, emailSubject: `Test: ${action.emailSubject ?? ''}` };
    // What is wrong with its own address is said, though the mail goes to whoever asks.
    const composed = composeMail(tried, form.label, payloadEntries(payload));
    if (composed.kind === 'problem') return fail('validation_failed', composed.problem);
    const result = await sendActionMail(deps, { ...tried, emailTo: user.email }, { formTitle: form.label, payload });
    if (result.kind === 'sent') return ok({ sent_to: result.to });
    return fail(result.kind === 'failed' ? 'validation_failed' : 'unavailable', result.reason);
  },
  { withoutTransaction: true },
);

/** A field as a visitor might fill it in: an email field with the address of whoever tries. */
function sampleOf({ type, label, values }: FormField, email: string) {
  const [first] = values;
  return { label, value: type === 'email' ? email : (first?.label ?? samples[type] ?? `(${label})`) };
}

/** What a visitor might fill in, of the types that take no text or one of a certain form. */
const samples: { readonly [T in FormField['type']]?: string } = {
  number: '3',
  phone: '02 5550 1234',
  url: 'https://www.example.com',
  date: '2026-01-31',
  checkbox: 'Yes',
};
