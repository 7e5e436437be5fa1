import { eq } from 'drizzle-orm';
import { preview } from '#contract/calls/preview.ts';
import { countAttempt } from '../auth/rate-limits.ts';
import { fingerprint } from '../deps.ts';
import { databaseLacksRoom } from '../disk/writes.ts';
import { boundedTurn, createSemaphorePerOwner } from '../workers/semaphore.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { pageModelOf } from '../pages/page-model-of.ts';
import { serve } from '../serve.ts';
import { blocks } from '../tables/blocks.ts';
import { retryAfterSeconds } from '../workers/workers.ts';
import { ownWebsiteId } from './scope.ts';

/** Counted in blocks, which determine the cost of a page. More than anybody types: a page of sixty blocks two hundred times. */
const perMinute = 12_000;

/** By user, so that nobody holds up the others. More than ten waiting requests come from a loop. */
const twoAtOnce = createSemaphorePerOwner(2, 10);

const tooManyPages = fail('unavailable', 'Too many pages are being made. Wait a moment.', { retryAfterSeconds });
const tooLarge = fail('validation_failed', 'This page is larger than 2 MB. Shorten its texts, or remove some of its blocks.');
const tooMany = (seconds: number) => fail('too_many_requests', 'Too many previews. Wait a moment.', { retryAfterSeconds: seconds });

const render = serve(preview, async ({ db, deps, user, params, body, now, signal }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const cost = Math.max(1, body.data?.blocks?.length ?? (await db.$count(blocks, eq(blocks.websiteId, websiteId))));
  const limit = { key: fingerprint(deps, 'preview', String(user.id)), max: perMinute, windowSeconds: 60, cost };
  // A read also works where there is no room to store the count; the limit of two at once still applies.
  const wait = (await databaseLacksRoom(deps)) ? null : await countAttempt(db, [limit], now);
  if (wait !== null) return tooMany(wait);
  // The console aborts a request at the next key: a page that is no longer wanted is not rendered.
  const turn = boundedTurn(String(user.id), deps.config, signal);
  const reply = await twoAtOnce(turn, async () => {
    const model = await pageModelOf({ db, now }, websiteId, body);
    if (!model) return notFound();
    const page = await deps.workers.renderPage.run(model, turn);
    switch (page.kind) {
      case 'done':
        return page.output === null ? tooLarge : ok({ html: page.output });
      case 'busy':
      case 'abandoned':
        return tooManyPages;
      case 'stopped':
        return fail('unavailable', 'This page takes too long to make.');
    }
  });
  if (reply.kind === 'busy') return tooMany(retryAfterSeconds);
  return reply.kind === 'abandoned' ? tooManyPages : reply;
});

export const previewRoutes = [render];
