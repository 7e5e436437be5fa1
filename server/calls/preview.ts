import { preview } from '#contract/calls/preview.ts';
import { countAttempt } from '../auth/rate-limits.ts';
import { fingerprint } from '../deps.ts';
import { fail, notFound, ok } from '../http/reply.ts';
import { pageModelOf } from '../pages/page-model-of.ts';
import { serve } from '../serve.ts';
import { renderPage } from '../themes/render.ts';
import { ownWebsiteId } from './scope.ts';

/** More than anybody types; a bound against a loop. */
const perMinute = 1_200;

const render = serve(preview, async ({ db, deps, user, params, body, now }) => {
  const websiteId = await ownWebsiteId(db, user, params.websiteId);
  if (websiteId === null) return notFound();
  const limit = { key: fingerprint(deps, 'preview', String(user.id)), max: perMinute, windowSeconds: 60 };
  const wait = await countAttempt(db, [limit], now);
  if (wait !== null) return fail('too_many_requests', 'Too many previews. Wait a moment.', { retryAfterSeconds: wait });
  const model = await pageModelOf({ db, now }, websiteId, body);
  return model ? ok({ html: renderPage(model) }) : notFound();
});

export const previewRoutes = [render];
