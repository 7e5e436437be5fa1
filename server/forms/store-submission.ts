import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { Submitted } from '#contract/forms/submission.ts';
import { isWebUrl } from '#contract/web-url.ts';
import type { Database } from '../connect.ts';
import { actionRuns, submissionKeys } from '../tables/action-runs.ts';
import { forms } from '../tables/content.ts';
import { formActions } from '../tables/form-actions.ts';
import { submissions } from '../tables/submissions.ts';
import { senderOf } from './sender.ts';
import type { StoredForm } from './stored-form.ts';

/** What a visitor sees once the form is taken. */
export type FollowUp = { readonly kind: 'redirect'; readonly url: string } | { readonly kind: 'message'; readonly text: string };

const thanks = 'We have received what you sent.';

/** By the first action in their order that is about it. An address that is no web address is passed over. */
export async function followUpOf(db: Database, formId: number): Promise<FollowUp> {
  for (const { type, redirectUrl, successMessage } of await actionsOf(db, formId)) {
    // As a header needs it: host and path in ASCII.
    const target = type === 'redirect' && redirectUrl && isWebUrl(redirectUrl) ? URL.parse(redirectUrl) : null;
    if (target) return { kind: 'redirect', url: target.href };
    if (type === 'success' && successMessage?.trim()) return { kind: 'message', text: successMessage };
  }
  return { kind: 'message', text: thanks };
}

const actionsOf = (db: Database, formId: number) =>
  db.select().from(formActions).where(eq(formActions.formId, formId)).orderBy(asc(formActions.position), asc(formActions.id));

export interface Sending {
  readonly websiteId: number;
  readonly form: StoredForm;
  readonly submitted: Submitted;
  /** Equal for what is sent again by the same rendered form, or without scripts by the same client. */
  readonly deduplicationKey: string;
  /** How long a submission with this key counts as the same. ms. */
  readonly sameForMs: number;
  readonly now: Date;
}

/** Whether this was sent, and stored, before. */
export async function isStored(db: Database, { deduplicationKey, now }: Pick<Sending, 'deduplicationKey' | 'now'>): Promise<boolean> {
  return (await db.$count(submissionKeys, and(eq(submissionKeys.key, deduplicationKey), gt(submissionKeys.expiresAt, now)))) > 0;
}

/**
 * Stores a submission with the mails that follow it, all or none of it. `repeat`: this was stored before; of two that arrive at once the
 * second waits for the first. `gone`: the form was deleted meanwhile. In both cases nothing is stored.
 */
export async function storeSubmission(db: Database, sending: Sending): Promise<'stored' | 'repeat' | 'gone'> {
  const { websiteId, form, submitted, deduplicationKey, sameForMs, now } = sending;
  return db.transaction(async (tx) => {
    const expiresAt = new Date(now.getTime() + sameForMs);
    const taken = await tx
      .insert(submissionKeys)
      .values({ key: deduplicationKey, expiresAt })
      .onConflictDoUpdate({ target: submissionKeys.key, set: { expiresAt }, setWhere: lte(submissionKeys.expiresAt, now) })
      .returning({ key: submissionKeys.key });
    if (taken.length === 0) return 'repeat';
    const [known] = await tx.select({ id: forms.id }).from(forms).where(eq(forms.id, form.id)).for('key share');
    if (!known) return 'gone';
    const { fields, payload } = submitted;
    const row = { websiteId, formId: form.id, formName: form.name, sentBy: senderOf(payload), fields, formattedPayload: payload };
    const [stored] = await tx
      .insert(submissions)
      .values({ ...row, createdAt: now })
      .returning({ id: submissions.id });
    if (!stored) throw new Error('the submission that was just stored is not there');
    // Locked: a run of an action that is deleted meanwhile would undo the submission.
    const mails = (await actionsOf(tx, form.id).for('key share')).filter(({ type }) => type === 'email');
    const waiting = { submissionId: stored.id, state: 'waiting', nextAt: now };
    if (mails.length > 0) await tx.insert(actionRuns).values(mails.map(({ id, name }) => ({ ...waiting, actionId: id, actionName: name })));
    return 'stored';
  });
}
