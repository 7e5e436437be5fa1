import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../testing/fake-actors.ts';
import { openPreview } from './preview.opened.ts';
import { pageOf } from './preview.paths.ts';

type Run = ReturnType<typeof openPreview>;

type Happening =
  | { readonly kind: 'edit'; readonly title: string }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'answer'; readonly at: number; readonly how: 'rendered' | 'failed' | 'offline' | 'broken' }
  | { readonly kind: 'frame'; readonly frame: 'A' | 'B'; readonly back: number }
  | { readonly kind: 'connection'; readonly there: boolean }
  | { readonly kind: 'retry' }
  | { readonly kind: 'kept' };

const happenings: fc.Arbitrary<readonly Happening[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('edit' as const), title: fc.constantFrom('a', 'b', 'c', 'd') }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(50, 299, 300, 1000, 3000) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('answer' as const),
        at: fc.nat(20),
        how: fc.constantFrom('rendered' as const, 'rendered' as const, 'failed' as const, 'offline' as const, 'broken' as const),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('frame' as const), frame: fc.constantFrom('A' as const, 'B' as const), back: fc.nat(2) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('connection' as const), there: fc.boolean() }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'retry' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'kept' as const }) },
  ),
  { maxLength: 60, size: 'max' },
);

/** The title that a call asked for. */
function titleOf(input: unknown): string {
  return /"title":\["(.)"\]/u.exec(JSON.stringify(input))?.[1] ?? '';
}

async function happen(run: Run, happening: Happening): Promise<void> {
  switch (happening.kind) {
    case 'edit':
      run.edit(happening.title);
      break;
    case 'wait':
      run.clock.increment(happening.ms);
      break;
    case 'answer': {
      // Any call so far, given up or not, in any order.
      const call = run.requests()[happening.at % Math.max(1, run.requests().length)];
      if (happening.how === 'rendered') call?.resolve(pageOf(titleOf(call.input)));
      else if (happening.how === 'broken') call?.reject(new Error('broken'));
      else call?.resolve(happening.how === 'failed' ? { kind: 'failed', message: 'No.' } : { kind: 'offline' });
      break;
    }
    case 'frame':
      run.sayRendered(happening.frame, run.actor.getSnapshot().context.turn - happening.back);
      break;
    case 'connection':
      run.actor.send({ type: happening.there ? 'connection.restored' : 'connection.lost' });
      break;
    case 'retry':
      run.actor.send({ type: 'retry.requested' });
      break;
    case 'kept':
      run.fakes.last('loadKept').resolve({ html: '<h1>kept</h1>', at: 1 });
  }
  await settle();
}

/** The connection is back and everything is answered. */
async function heal(run: Run): Promise<void> {
  run.actor.send({ type: 'connection.restored' });
  run.clock.increment(300);
  if (run.view().status === 'failed') run.actor.send({ type: 'retry.requested' });
  const last = run.requests().at(-1);
  last?.resolve(pageOf(titleOf(last.input)));
  await settle();
  if (run.view().status === 'failed') {
    run.actor.send({ type: 'retry.requested' });
    const again = run.fakes.last('renderPreview');
    again.resolve(pageOf(titleOf(again.input)));
    await settle();
  }
  run.clock.increment(3000);
}

describe('whatever happens', () => {
  it('no older page follows a newer one, the last content is shown in the end, and no call is made without a reason', async () => {
    await fc.assert(
      fc.asyncProperty(happenings, async (sequence) => {
        const run = openPreview();
        let shown = -1;
        let wanted: string | null = null;
        let reasons = 1;
        let quietMs = Number.POSITIVE_INFINITY;
        for (const happening of sequence) {
          if (happening.kind === 'edit') {
            wanted = happening.title;
            quietMs = 0;
          } else if (happening.kind === 'wait') {
            if (quietMs < 300 && quietMs + happening.ms >= 300) reasons += 1;
            quietMs += happening.ms;
          } else if (happening.kind === 'retry' || happening.kind === 'connection') reasons += 1;
          await happen(run, happening);
          const turn = run.seen()?.turn ?? -1;
          expect(turn).toBeGreaterThanOrEqual(shown);
          shown = turn;
          expect(run.requests().length).toBeLessThanOrEqual(reasons);
        }
        await heal(run);
        expect(run.seen()?.turn ?? -1).toBeGreaterThanOrEqual(shown);
        if (wanted !== null) expect(run.seen()?.html).toBe(`<h1>${wanted}</h1>`);
        run.actor.stop();
      }),
      { numRuns: 200 },
    );
  });

  it('50 fast edits show no more than one page in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 299 }), { minLength: 49, maxLength: 49 }), async (pauses) => {
        const run = openPreview();
        const seen = new Set<string>();
        const look = () => {
          const html = run.seen()?.html;
          if (html) seen.add(html);
        };
        run.edit('0');
        for (const [index, ms] of pauses.entries()) {
          const call = run.requests().at(-1);
          call?.resolve({ kind: 'rendered', html: JSON.stringify(call.input), at: 1 });
          await settle();
          run.frameRendered();
          look();
          run.clock.increment(ms);
          run.edit(String(index + 1));
        }
        run.clock.increment(300);
        const last = run.fakes.last('renderPreview');
        last.resolve({ kind: 'rendered', html: JSON.stringify(last.input), at: 1 });
        await settle();
        run.frameRendered();
        look();
        expect(run.requests()).toHaveLength(2);
        expect(seen.size).toBeLessThanOrEqual(2);
        expect(run.seen()?.html).toContain('"49"');
        run.actor.stop();
      }),
      { numRuns: 30 },
    );
  });
});
