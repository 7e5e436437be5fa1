import { eq } from 'drizzle-orm';
import { testFormAction } from '#contract/calls/form-action-test.ts';
import { type FormField, isInput } from '#contract/forms/form-field.ts';
import type { Json } from '#contract/json.ts';
import { countAttempt } from '../auth/rate-limits.ts';
import { ownWebsiteId, rowId } from '../calls/scope.ts';
import { fingerprint } from '../deps.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { serve } from '../serve.ts';
import { formActions } from '../tables/form-actions.ts';
import { sendActionMail } from './run-actions.ts';
import { formsOf } from './stored-form.ts';

/** By user, in ten minutes. */
const mostTests = 20;

const test = serve(
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
    const payload = Object.fromEntries(form.fields.filter(isInput).map((field) => [field.key, sampleOf(field, user.email)]));
    const tried = { ...action, emailSubject: `Test: ${action.emailSubject ?? ''}` };
    const outcome = await sendActionMail(deps, tried, { formName: form.label, formattedPayload: payload });
    if (outcome.kind === 'sent') return ok({ sent_to: outcome.to });
    return fail(outcome.kind === 'failed' ? 'validation_failed' : 'unavailable', outcome.reason);
  },
  { isOutside: true },
);

/** A field as a visitor might fill it in: an email field with the address of whoever tries. */
function sampleOf({ type, label, values }: FormField, email: string): Json {
  const [first] = values;
  return { label, value: type === 'email' ? email : (first?.label ?? `(${label})`) };
}

export const formActionRoutes = [test];
