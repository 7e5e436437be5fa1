import { eq } from 'drizzle-orm';
import { preview } from '#contract/calls/preview.ts';
import { countAttempt } from '../auth/rate-limits.ts';
import { fingerprint } from '../deps.ts';
import { createGates } from '../workers/gate.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { pageModelOf } from '../pages/page-model-of.ts';
import { serve } from '../serve.ts';
import { blocks } from '../tables/blocks.ts';
import { retryAfterSeconds } from '../workers/workers.ts';
import { ownWebsiteId } from './scope.ts';

/** Blocks, for they are what a page costs. More than anybody types: a page of sixty blocks two hundred times. */
const perMinute = 12_000;

/** By user: nobody keeps the others waiting. */
const twoAtOnce = createGates(2);

const render = serve(preview, async ({ db, deps, user, params, body, now, signal }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const cost = Math.max(1, body.data?.blocks?.length ?? (await db.$count(blocks, eq(blocks.websiteId, websiteId))));
  const limit = { key: fingerprint(deps, 'preview', String(user.id)), max: perMinute, windowSeconds: 60, cost };
  const wait = await countAttempt(db, [limit], now);
  if (wait !== null) return fail('too_many_requests', 'Too many previews. Wait a moment.', { retryAfterSeconds: wait });
  return twoAtOnce(String(user.id), async () => {
    // The console gives a page up at the next key: what is not wanted any more is not made.
    const givenUp = fail('unavailable', 'The request was given up.');
    if (signal.aborted) return givenUp;
    const model = await pageModelOf({ db, now }, websiteId, body);
    if (signal.aborted) return givenUp;
    if (!model) return notFound();
    const page = await deps.workers.renderPage.run(model);
    if (page.kind === 'busy') return fail('unavailable', 'Too many pages are being made. Wait a moment.', { retryAfterSeconds });
    return page.kind === 'done' ? ok({ html: page.output }) : fail('unavailable', 'This page takes too long to make.');
  });
});

export const previewRoutes = [render];
