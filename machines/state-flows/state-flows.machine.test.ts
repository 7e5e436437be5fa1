import { describe, expect, it } from 'vitest';
import { checkPaths } from '../testing/check-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { stateFlowsMachine } from './state-flows.machine.ts';
import { lampChart, lampRecording, stateFlowsPaths, threeSteps } from './state-flows.paths.ts';
import { stateFlowsView } from './state-flows.view.ts';

checkPaths(stateFlowsPaths);

function start(machineId: string | null = 'lamp') {
  const run = startMachine(stateFlowsMachine, { machineId });
  return { ...run, view: () => stateFlowsView(run.actor.getSnapshot()) };
}

const file = { size: 1, text: () => Promise.resolve('') };

describe('the page State flows', () => {
  it('opens the list, or the chart that its address names', async () => {
    expect(start(null).view().chart.status).toBe('closed');
    const { actor, answer, fakes, view } = start();
    expect(view().chart.status).toBe('loading');
    await answer('loadChart', lampChart);
    expect(view().chart).toEqual({ status: 'ready', chart: lampChart });
    actor.send({ type: 'machine.opened', machineId: 'session' });
    expect(fakes.last('loadChart').input).toEqual({ machineId: 'session' });
  });

  it('steps through a path forwards and backwards, and plays it to its end', async () => {
    const { actor, answer, clock, view } = start();
    await answer('loadChart', lampChart);
    actor.send({ type: 'paths.requested' });
    expect(view().busy).toBe('Generating the paths…');
    await answer('listPaths', [{ index: 0, name: 'pressed > pressed' }]);
    actor.send({ type: 'path.chosen', index: 0 });
    await answer('replayPath', threeSteps);
    expect(view().player).toMatchObject({ at: 0, canGoBack: false, canGoOn: true, isRunning: false });
    actor.send({ type: 'step.requested', by: -1 });
    actor.send({ type: 'step.requested', by: 1 });
    expect(view().player).toMatchObject({ at: 1, canGoBack: true, canGoOn: true });
    actor.send({ type: 'play.requested' });
    expect(view().player).toMatchObject({ at: 1, isRunning: true });
    clock.increment(10_000);
    expect(view().player).toMatchObject({ at: 2, canGoOn: false, isRunning: false });
    actor.send({ type: 'play.requested' });
    expect(view().player).toMatchObject({ at: 0, isRunning: true });
    actor.send({ type: 'step.chosen', at: 7 });
    expect(view().player).toMatchObject({ at: 0, isRunning: true });
    actor.send({ type: 'step.chosen', at: 2 });
    expect(view().player).toMatchObject({ at: 2, isRunning: false });
  });

  it('opens another path from the one that is shown', async () => {
    const { actor, answer, fakes } = start();
    await answer('loadChart', lampChart);
    actor.send({ type: 'paths.requested' });
    await answer('listPaths', [
      { index: 0, name: 'pressed' },
      { index: 1, name: 'pressed > pressed' },
    ]);
    actor.send({ type: 'path.chosen', index: 0 });
    await answer('replayPath', threeSteps);
    actor.send({ type: 'path.chosen', index: 1 });
    expect(fakes.last('replayPath').input).toEqual({ machineId: 'lamp', index: 1 });
  });

  it('replays an actor of a recording, in the chart of its machine', async () => {
    const { actor, answer, emitted, fakes, view } = start('session');
    actor.send({ type: 'file.chosen', file });
    await answer('readFile', { kind: 'read', recording: lampRecording });
    expect(view()).toMatchObject({ source: 'recording', recording: lampRecording, player: null });
    actor.send({ type: 'recorded.chosen', actorId: 'x:1', machineId: 'lamp' });
    expect(fakes.last('loadChart').input).toEqual({ machineId: 'lamp' });
    expect(emitted).toEqual([{ type: 'machine.requested', machineId: 'lamp' }]);
    // The address follows.
    actor.send({ type: 'machine.opened', machineId: 'lamp' });
    expect(view().player).toMatchObject({ at: 0, steps: [{ event: { type: 'xstate.init' } }, { took: ['lamp.off --pressed[0]'] }] });
    actor.send({ type: 'recording.closed' });
    expect(view()).toMatchObject({ source: 'live', recording: null, player: null });
  });

  it('says why a file is no recording, and keeps the one that is open', async () => {
    const { actor, answer, view } = start();
    actor.send({ type: 'file.chosen', file });
    await answer('readFile', { kind: 'read', recording: lampRecording });
    actor.send({ type: 'file.chosen', file });
    await answer('readFile', { kind: 'refused', message: 'No recording.' });
    expect(view()).toMatchObject({ problem: 'No recording.', recording: lampRecording });
  });
});
