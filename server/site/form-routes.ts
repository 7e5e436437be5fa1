import { setTimeout } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { fillTags, keysInTags } from '#contract/forms/tags.ts';
import { readSubmission, type SentValues, type Submitted } from '#contract/forms/submission.ts';
import { limits } from '#contract/limits.ts';
import type { AppEnv } from '../app-env.ts';
import { limitedBy } from '../auth/client-address.ts';
import { countAttempt } from '../auth/rate-limits.ts';
import { type Deps, fingerprint } from '../deps.ts';
import { databaseLacksRoom } from '../disk/writes.ts';
import { plainPage } from '../embeds/page.ts';
import { askCaptcha } from '../forms/captcha.ts';
import { startDueActions } from '../forms/run-actions.ts';
import { readSent, type SentForm } from '../forms/sent-form.ts';
import { type FollowUp, followUpOf, isStored, storeSubmission } from '../forms/store-submission.ts';
import type { StoredForm } from '../forms/stored-form.ts';
import { createByteBudget } from '../http/byte-budget.ts';
import { bodyLimitsFor } from '../http/read-body.ts';
import { captchaOf } from '../pages/form-model.ts';
import { type FormPage, sitePath } from '../pages/page-model-of.ts';
import { readSiteSettings } from '../pages/site-settings.ts';
import { retryAfterSeconds } from '../workers/workers.ts';
import { findSite, type FoundSite } from './find-site.ts';
import { formAt } from './form-at.ts';

/** Renders a page of a form that is not cached. Null: it can't be rendered now. */
type RenderForm = (site: FoundSite, page: FormPage, owner: string) => Promise<string | null>;

/** An address that sends more than this in ten minutes, of whatever kind, gets no page of the theme any more. */
const floodPerAddress = 300;
const tenMinutes = 600;
const hour = 3600;

/** The same form sent again is the same submission for a day; without a script, the same values from the same client for ten minutes. ms. */
const sameForMs = { withKey: 86_400_000, withoutKey: 600_000 } as const;

/** For bodies of forms of all websites, and of one client. */
const bodyBytes = { all: 16_000_000, one: 2_000_000 } as const;

/** Why a form was not taken. */
interface Refusal {
  readonly status: 413 | 415 | 422 | 429 | 503;
  readonly message: string;
  readonly problems?: Submitted['problems'];
  readonly retryAfter?: number;
}

/** What a visitor has sent by a form, valid. */
interface Taking {
  readonly site: FoundSite;
  readonly form: StoredForm;
  readonly sent: SentForm;
  readonly submitted: Submitted;
  readonly deduplicationKey: string;
  readonly now: Date;
}

/** How long another process may take from the answer of reCAPTCHA to the row. ms. */
const looksAfter = [100, 200, 400] as const;

/** A short tag may stand for a long value many times. */
const thanksCharacters = 100_000;

/** The forms of the public sites, as visitors send them. */
export function formRoutes(deps: Deps, render: RenderForm): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const shareOfBodies = createByteBudget(bodyBytes.all, bodyBytes.one);
  const { db, clock } = deps;

  // A page of a site has no origin, so its script may not read any answer that does not allow it.
  app.use('/:domain/forms/:id', async (c, next) => {
    await next();
    if (c.req.method !== 'POST' && c.req.method !== 'OPTIONS') return;
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Cache-Control', 'no-store');
  });
  app.options('/:domain/forms/:id', (c) => {
    c.header('Access-Control-Allow-Methods', 'POST');
    c.header('Access-Control-Allow-Headers', 'X-Requested-With, Content-Type');
    c.header('Access-Control-Max-Age', '7200');
    return c.body(null, 204);
  });

  app.post('/:domain/forms/:id', async (c) => {
    const now = clock.now();
    const client = limitedBy(c.get('address'));
    const flood = { key: fingerprint(deps, 'forms flood', client), max: floodPerAddress, windowSeconds: tenMinutes };
    const lacksRoom = await databaseLacksRoom(deps);
    const wait = lacksRoom ? null : await countAttempt(db, [flood], now);
    if (wait !== null) return plain(c, 429, 'Too many requests', 'You have sent too much in a short time. Please try again later.', wait);
    const site = await findSite(db, c.req.param('domain'));
    const form = site && (await formAt(db, site, `forms/${c.req.param('id')}`));
    if (!site || !form) return plain(c, 404, 'This form is not here', 'It may have been removed meanwhile. What you sent was not taken.');
    if (lacksRoom) return plain(c, 503, 'Please try again', 'Forms can’t be taken at the moment.', retryAfterSeconds);

    const share = shareOfBodies();
    const limitsOfBody = bodyLimitsFor({ userId: null, address: c.get('address') }, deps.config.bodySeconds, share);
    const read = await readSent(c.req, { ...limitsOfBody, maxBytes: limits.submissionBodyBytes }, form.fields).finally(share.release);
    if (read.kind === 'failure') {
      if (read.code === 'payload_too_large' || read.code === 'request_timeout') c.header('Connection', 'close');
      const [status, why] = failures[read.code] ?? failures.bad_request;
      return plain(c, status, 'This could not be taken', why, read.retryAfterSeconds);
    }
    const { sent } = read;
    const submitted = readSubmission(form.fields, sent.values);
    // People do not see that field. Whoever fills it in gets the answer of a submission that was taken.
    const refusal = sent.isHoneypotFilled ? null : await accept(c, site, form, sent, submitted, now);
    if (!refusal) return thank(c, site, form, submitted, `forms ${client}`);
    const { status, message, problems = {}, retryAfter } = refusal;
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
    if (isFetch(c)) return c.json({ message, problems }, status);
    const page = { title: form.label, message, form, refused: { sent: sent.values, problems } };
    const html = await render(site, page, `forms ${client}`);
    return html === null
      ? plain(c, 503, 'Please try again', 'This page can’t be made at the moment.', retryAfterSeconds)
      : c.html(html, status);
  });

  /** What follows. A message with tags in it is of this visitor alone, so it has a page that is not cached. */
  async function thank(c: Context<AppEnv>, site: FoundSite, form: StoredForm, { payload }: Submitted, owner: string): Promise<Response> {
    const followUp = await followUpOf(db, form.id);
    if (followUp.kind !== 'message' || keysInTags(followUp.text).length === 0) return sendFollowUp(c, site, form, followUp);
    const message = fillTags(followUp.text, (key) => payload[key]?.value ?? '').slice(0, thanksCharacters);
    if (isFetch(c)) return c.json({ message });
    const html = await render(site, { title: 'Thank you', message, form: null }, owner);
    return html === null ? sendFollowUp(c, site, form, followUp) : c.html(html);
  }

  /** By deduplication key, what is being taken at this moment. */
  const taking = new Map<string, Promise<unknown>>();

  /**
   * Stores what was sent. Returns why not; null: it is stored, now or before. The same that arrives meanwhile, as by a second click, waits for
   * the first: its token of reCAPTCHA, which is good for one question, would be refused.
   */
  async function accept(
    c: Context<AppEnv>,
    site: FoundSite,
    form: StoredForm,
    sent: SentForm,
    submitted: Submitted,
    now: Date,
  ): Promise<Refusal | null> {
    const { problems } = submitted;
    if (Object.keys(problems).length > 0) return { status: 422, message: '', problems };
    const client = limitedBy(c.get('address'));
    const deduplicationKey = deduplicationKeyOf(form, sent.key ?? client, sent.values);
    // One after another: where the first was not stored, those that waited for it must not ask at once either.
    for (let before = taking.get(deduplicationKey); before; before = taking.get(deduplicationKey)) await before.catch(() => undefined);
    const taken = take(c.get('address'), { site, form, sent, submitted, deduplicationKey, now });
    taking.set(deduplicationKey, taken);
    try {
      return await taken;
    } finally {
      if (taking.get(deduplicationKey) === taken) taking.delete(deduplicationKey);
    }
  }

  /** Whether this is stored: also where another process, which has used the token up, is about to store it. */
  async function isStoredSoon(deduplicationKey: string, now: Date): Promise<boolean> {
    for (const pause of looksAfter) {
      if (await isStored(db, { deduplicationKey, now })) return true;
      await setTimeout(pause);
    }
    return isStored(db, { deduplicationKey, now });
  }

  async function take(address: string, { site, form, sent, submitted, deduplicationKey, now }: Taking): Promise<Refusal | null> {
    const client = limitedBy(address);
    if (await isStored(db, { deduplicationKey, now })) return null;
    const ofAddress = {
      key: fingerprint(deps, 'forms of address', client),
      max: deps.config.submissionsPerAddress,
      windowSeconds: tenMinutes,
    };
    const wait = await countAttempt(db, [ofAddress], now);
    if (wait !== null) return tooManyOf(wait);
    const settings = await readSiteSettings(db, site.id);
    if (captchaOf(settings, form) !== '') {
      const captcha = await askCaptcha(deps, settings.text('recaptcha_secret_key'), sent.captcha, address);
      if (captcha === 'refused')
        return sent.captcha !== '' && (await isStoredSoon(deduplicationKey, now)) ? null : { status: 422, message: notAPerson };
      if (captcha === 'unanswered') return { status: 503, message: notChecked, retryAfter: retryAfterSeconds };
    }
    // Counted last, so that bots that reCAPTCHA refuses can't use up the form's limit.
    const ofForm = { key: fingerprint(deps, 'form', String(form.id)), max: deps.config.submissionsPerForm, windowSeconds: hour };
    const formWait = await countAttempt(db, [ofForm], now);
    if (formWait !== null) return tooManyOf(formWait);
    const sameFor = sent.key === null ? sameForMs.withoutKey : sameForMs.withKey;
    const stored = await storeSubmission(db, { websiteId: site.id, form, submitted, deduplicationKey, sameForMs: sameFor, now });
    if (stored === 'gone') return { status: 422, message: 'This form has been removed meanwhile. What you sent was not taken.' };
    deps.reclaim.noteWrite();
    startDueActions(deps);
    return null;
  }

  const deduplicationKeyOf = (form: StoredForm, sender: string, values: SentValues) =>
    fingerprint(deps, 'submission', String(form.id), sender, JSON.stringify(values));

  return app;
}

const notAPerson = 'Please confirm with reCAPTCHA that you are a person. Nothing has been sent yet.';
const notChecked = 'We could not check with reCAPTCHA that you are a person, so nothing has been sent. Please try again in a few minutes.';

const tooManyOf = (wait: number): Refusal => ({ status: 429, message: tooOften(wait), retryAfter: wait });

function tooOften(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `This has been sent too often in a short time, so it was not taken. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

const failures: Readonly<Record<string, readonly [400 | 408 | 413 | 415 | 429 | 503, string]>> & {
  readonly bad_request: readonly [400, string];
} = {
  bad_request: [400, 'What was sent could not be read.'],
  unsupported_media_type: [415, 'What was sent is not a form.'],
  payload_too_large: [413, 'What you sent is too long. Please go back and shorten it.'],
  request_timeout: [408, 'What you sent did not arrive in time.'],
  too_many_requests: [429, 'You are sending too much at once. Please try again in a moment.'],
  unavailable: [503, 'Too much is being sent at the moment. Please try again.'],
};

/** Sent by a script of the page, which stays on it. */
const isFetch = (c: Context): boolean => c.req.header('x-requested-with') === 'fetch';

function sendFollowUp(c: Context<AppEnv>, site: FoundSite, form: StoredForm, followUp: FollowUp): Response {
  if (isFetch(c)) return c.json({ message: followUp.kind === 'message' ? followUp.text : '' });
  return c.redirect(followUp.kind === 'redirect' ? followUp.url : `${sitePath(site.domain)}/forms/${form.id}/thanks`, 303);
}

type PlainStatus = 400 | 404 | 408 | 413 | 415 | 429 | 503;

function plain(c: Context<AppEnv>, status: PlainStatus, title: string, text: string, retryAfter?: number): Response | Promise<Response> {
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  return c.html(plainPage(title, text), status);
}
