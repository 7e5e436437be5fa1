import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { checkPaths } from '../testing/check-paths.ts';
import { generatePaths } from '../testing/paths.ts';
import { runPath } from '../testing/run-path.ts';
import { deliveryMachine } from './delivery.machine.ts';
import { judgeSend } from './delivery.operations.ts';
import { deliveredRow, deliveryPaths } from './delivery.paths.ts';

checkPaths(deliveryPaths);

async function outputAfter(name: string) {
  const path = generatePaths(deliveryPaths).find((candidate) => candidate.name === name);
  if (!path) throw new Error(`no path ${name}`);
  return (await runPath(deliveryMachine, path)).snapshot.output;
}

describe('a delivery', () => {
  it('reports what it found', async () => {
    const names = generatePaths(deliveryPaths).map((path) => path.name);
    const conflict = names.find((name) => name.includes('theirs') && name.endsWith('done settleRow{"output":"settled"}'));
    expect(await outputAfter(conflict ?? '')).toMatchObject({
      opId: 'op1',
      result: 'settled',
      finding: { kind: 'conflict', error: { theirs: { fb_link: ['theirs'] } } },
    });
  });

  it('gives somebody who keeps changing the thing three turns, then waits', () => {
    const { context } = createActor(deliveryMachine, { input: { opId: 'op1', epoch: 1 } }).getSnapshot();
    const changed = {
      kind: 'refused',
      status: 412,
      code: 'precondition_failed',
      message: '',
      fields: {},
      retryAfterMs: null,
      requestId: null,
    } as const;
    expect([0, 1, 2, 3].map((rereads) => judgeSend({ ...context, row: deliveredRow, rereads }, changed)?.kind ?? 'read again')).toEqual([
      'read again',
      'read again',
      'read again',
      'retry',
    ]);
  });
});
