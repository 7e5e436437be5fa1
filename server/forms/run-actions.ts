import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { payloadEntries } from '#contract/resources/submissions.ts';
import type { Deps } from '../deps.ts';
import { fingerprint } from '../deps.ts';
import { databaseIsNearlyFull } from '../disk/writes.ts';
import { errorFields } from '../logger.ts';
import { MailRefused } from '../mail/mailer.ts';
import { actionRuns } from '../tables/action-runs.ts';
import { formActions } from '../tables/form-actions.ts';
import { submissions } from '../tables/submissions.ts';
import { composeMail, type EmailAction } from './action-mail.ts';
import { formsOf } from './stored-form.ts';

/** A process that has not ended a run by then has been stopped: another takes it. More than the longest mail takes. ms. */
const claimMs = 600_000;
const minute = 60_000;
/** After each attempt that failed, how long until the next: a day altogether. ms. */
const pauses = [1, 5, 30, 120, 360, 900].map((minutes) => minutes * minute);

type Run = typeof actionRuns.$inferSelect;
type Submission = typeof submissions.$inferSelect;

/** How an attempt ended. `failed` is for good, `later` may be tried again. `reason` is for people. */
type AttemptResult = { readonly kind: 'sent'; readonly to: string } | { readonly kind: 'failed' | 'later'; readonly reason: string };

const loops = new WeakMap<Deps['background'], { isAskedAgain: boolean }>();

/**
 * Sends the mails that are due, in one loop of this process that finds what comes meanwhile. It is apart from what else anonymous clients
 * cause, such as mails of password resets: a slow mail server would hold these up.
 */
export function startDueActions(deps: Deps): void {
  const running = loops.get(deps.background);
  if (running) {
    running.isAskedAgain = true;
    return;
  }
  const loop = { isAskedAgain: true };
  loops.set(deps.background, loop);
  deps.background.run(async () => {
    try {
      while (loop.isAskedAgain) {
        loop.isAskedAgain = false;
        await runDueActions(deps);
      }
    } finally {
      loops.delete(deps.background);
    }
  });
}

/**
 * Sends the mails that are due, one after another. Any number of processes may do this at once: a run is claimed by one of them. A mail
 * that was sent is sent again only where the process is stopped before it can note that, or where the mail server takes it after the time
 * limit; it then has the same id.
 */
export async function runDueActions(deps: Deps): Promise<void> {
  while (!(await databaseIsNearlyFull(deps))) {
    const run = await claim(deps);
    if (!run) return;
    await end(deps, run, await attempt(deps, run));
  }
}

async function claim({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Run | undefined> {
  const now = clock.now();
  const next = db
    .select({ id: actionRuns.id })
    .from(actionRuns)
    .where(and(eq(actionRuns.state, 'waiting'), lte(actionRuns.nextAt, now)))
    .orderBy(asc(actionRuns.nextAt), asc(actionRuns.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [run] = await db
    .update(actionRuns)
    .set({ attempts: sql`${actionRuns.attempts} + 1`, nextAt: new Date(now.getTime() + claimMs) })
    .where(eq(actionRuns.id, sql`(${next})`))
    .returning();
  return run;
}

async function attempt(deps: Deps, run: Run): Promise<AttemptResult> {
  const [submission] = await deps.db.select().from(submissions).where(eq(submissions.id, run.submissionId));
  const [action] = run.actionId === null ? [] : await deps.db.select().from(formActions).where(eq(formActions.id, run.actionId));
  if (!submission || !action) return { kind: 'failed', reason: 'The action was deleted before it was run.' };
  if (action.type !== 'email') return { kind: 'failed', reason: 'The action was changed to another type before it was run.' };
  const [form] = await formsOf(deps.db, action.websiteId, [action.formId]);
  const sent = { formTitle: form?.label ?? submission.formName, payload: submission.formattedPayload };
  return sendActionMail(deps, action, sent, `action-${run.id}-${fingerprint(deps, 'mail of run', String(run.id)).slice(0, 12)}`);
}

interface SentPayload {
  /** As visitors know the form: its name is for the console alone. */
  readonly formTitle: string;
  readonly payload: Submission['formattedPayload'];
}

/** Sends the mail of an action for a submission. `id` names the mail. */
export async function sendActionMail(
  deps: Pick<Deps, 'mailer' | 'logger'>,
  action: EmailAction,
  { formTitle, payload }: SentPayload,
  id?: string,
): Promise<AttemptResult> {
  const composed = composeMail(action, formTitle, payloadEntries(payload));
  if (composed.kind === 'problem') return { kind: 'failed', reason: composed.problem };
  try {
    const mail = await deps.mailer.prepare({ ...composed.mail, ...(id === undefined ? {} : { id }) });
    await mail.send();
    return { kind: 'sent', to: composed.mail.to };
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    deps.logger[isRefused ? 'warn' : 'error']('mail', errorFields(error));
    if (isRefused) return { kind: 'failed', reason: `The mail server refused it: ${shortened(error.message)}` };
    return { kind: 'later', reason: 'The mail could not be handed to the mail server.' };
  }
}

const shortened = (text: string): string => text.replaceAll(/\s+/gu, ' ').slice(0, 300);

/** Notes how a run ended, unless another process has claimed it meanwhile. */
async function end({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id, attempts }: Run, result: AttemptResult): Promise<void> {
  const pause = pauses[attempts - 1];
  const isLater = result.kind === 'later' && pause !== undefined;
  await db
    .update(actionRuns)
    .set({
      state: result.kind === 'sent' ? 'sent' : isLater ? 'waiting' : 'failed',
      lastError: result.kind === 'sent' ? null : result.reason,
      nextAt: new Date(clock.now().getTime() + (isLater ? pause : 0)),
    })
    .where(and(eq(actionRuns.id, id), eq(actionRuns.attempts, attempts)));
}
