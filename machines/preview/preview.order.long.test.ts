import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flushPromises } from '../testing/fake-actors.ts';
import { openPreview, renderedPage } from './preview.paths.ts';

type Run = ReturnType<typeof openPreview>;

type Action =
  | { readonly kind: 'edit'; readonly title: string }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'answer'; readonly at: number; readonly how: 'rendered' | 'failed' | 'offline' | 'broken' }
  | { readonly kind: 'frame'; readonly frame: 'A' | 'B'; readonly back: number }
  | { readonly kind: 'connection'; readonly there: boolean }
  | { readonly kind: 'retry' }
  | { readonly kind: 'cached' };

const programs: fc.Arbitrary<readonly Action[]> = fc.array(
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
    { weight: 1, arbitrary: fc.constant({ kind: 'cached' as const }) },
  ),
  { maxLength: 60, size: 'max' },
);

/** The title that a call asked for. */
function titleOf(input: unknown): string {
  return /"title":\["(.)"\]/u.exec(JSON.stringify(input))?.[1] ?? '';
}

async function perform(run: Run, action: Action): Promise<void> {
  switch (action.kind) {
    case 'edit':
      run.edit(action.title);
      break;
    case 'wait':
      run.clock.increment(action.ms);
      break;
    case 'answer': {
      // Any call so far, aborted or not, in any order.
      const call = run.requests()[action.at % Math.max(1, run.requests().length)];
      if (action.how === 'rendered') call?.resolve(renderedPage(titleOf(call.input)));
      else if (action.how === 'broken') call?.reject(new Error('broken'));
      else call?.resolve(action.how === 'failed' ? { kind: 'failed', message: 'No.' } : { kind: 'offline' });
      break;
    }
    case 'frame':
      run.reportRendered(action.frame, run.actor.getSnapshot().context.turn - action.back);
      break;
    case 'connection':
      run.actor.send({ type: action.there ? 'connection.restored' : 'connection.lost' });
      break;
    case 'retry':
      run.actor.send({ type: 'retry.requested' });
      break;
    case 'cached':
      run.fakes.last('loadCached').resolve({ html: '<h1>cached</h1>', at: 1 });
  }
  await flushPromises();
}

/** The connection is back and everything is answered. */
async function heal(run: Run): Promise<void> {
  run.actor.send({ type: 'connection.restored' });
  run.clock.increment(300);
  if (run.view().status === 'error') run.actor.send({ type: 'retry.requested' });
  const last = run.requests().at(-1);
  last?.resolve(renderedPage(titleOf(last.input)));
  await flushPromises();
  if (run.view().status === 'error') {
    run.actor.send({ type: 'retry.requested' });
    const again = run.fakes.last('renderPreview');
    again.resolve(renderedPage(titleOf(again.input)));
    await flushPromises();
  }
  run.clock.increment(3000);
}

describe('whatever happens', () => {
  it('no older page follows a newer one, the last content is visible in the end, and no call is made without a reason', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (sequence) => {
        const run = openPreview();
        let visibleTurn = -1;
        let wanted: string | null = null;
        let reasons = 1;
        let quietMs = Number.POSITIVE_INFINITY;
        for (const action of sequence) {
          if (action.kind === 'edit') {
            wanted = action.title;
            quietMs = 0;
          } else if (action.kind === 'wait') {
            if (quietMs < 300 && quietMs + action.ms >= 300) reasons += 1;
            quietMs += action.ms;
          } else if (action.kind === 'retry' || action.kind === 'connection') reasons += 1;
          await perform(run, action);
          const turn = run.visibleFrame()?.turn ?? -1;
          expect(turn).toBeGreaterThanOrEqual(visibleTurn);
          visibleTurn = turn;
          expect(run.requests().length).toBeLessThanOrEqual(reasons);
        }
        await heal(run);
        expect(run.visibleFrame()?.turn ?? -1).toBeGreaterThanOrEqual(visibleTurn);
        if (wanted !== null) expect(run.visibleFrame()?.html).toBe(`<h1>${wanted}</h1>`);
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
          const html = run.visibleFrame()?.html;
          if (html) seen.add(html);
        };
        run.edit('0');
        for (const [index, ms] of pauses.entries()) {
          const call = run.requests().at(-1);
          call?.resolve({ kind: 'rendered', html: JSON.stringify(call.input), at: 1 });
          await flushPromises();
          run.frameRendered();
          look();
          run.clock.increment(ms);
          run.edit(String(index + 1));
        }
        run.clock.increment(300);
        const last = run.fakes.last('renderPreview');
        last.resolve({ kind: 'rendered', html: JSON.stringify(last.input), at: 1 });
        await flushPromises();
        run.frameRendered();
        look();
        expect(run.requests()).toHaveLength(2);
        expect(seen.size).toBeLessThanOrEqual(2);
        expect(run.visibleFrame()?.html).toContain('"49"');
        run.actor.stop();
      }),
      { numRuns: 30 },
    );
  });
});
