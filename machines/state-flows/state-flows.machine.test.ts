import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { stateFlowsMachine } from './state-flows.machine.ts';
import { lampChart, lampComparison, lampPath, lampRecording, lampSimulated, lampSimulation, stateFlowsPaths } from './state-flows.paths.ts';
import { stateFlowsView } from './state-flows.view.ts';
import { stateFlowsProperties } from './state-flows.properties.ts';

testPaths(stateFlowsPaths, stateFlowsProperties);

function start(machineId: string | null = 'lamp') {
  const run = startMachine(stateFlowsMachine, { machineId });
  return { ...run, view: () => stateFlowsView(run.actor.getSnapshot()) };
}

const file = { name: 'lamp.json', size: 1, text: () => Promise.resolve('') };

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
    await answer('listPaths', [lampPath]);
    actor.send({ type: 'path.chosen', index: 0 });
    await answer('simulate', lampSimulated(['pressed', 'released']));
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

  it('says that paths could not be generated, also beside an open recording', async () => {
    const { actor, answer, fail, view } = start();
    await answer('loadChart', lampChart);
    actor.send({ type: 'file.chosen', file });
    await answer('readFile', { kind: 'read', recording: lampRecording });
    actor.send({ type: 'paths.requested' });
    await fail('listPaths', new Error('broken'));
    expect(view().problem).toBe('The paths could not be loaded. Please try again.');
  });

  it('opens another path from the one that is shown', async () => {
    const { actor, answer, fakes } = start();
    await answer('loadChart', lampChart);
    actor.send({ type: 'paths.requested' });
    await answer('listPaths', [
      { ...lampPath, events: ['pressed'] },
      { ...lampPath, index: 1 },
    ]);
    actor.send({ type: 'path.chosen', index: 0 });
    await answer('simulate', lampSimulated(['pressed', 'released']));
    actor.send({ type: 'path.chosen', index: 1 });
    expect(fakes.last('simulate').input).toEqual({ machineId: 'lamp', input: 0, events: ['pressed', 'released'] });
  });

  it('makes a path step by step, and goes on from any of its steps', async () => {
    const { actor, answer, fakes, view } = start();
    await answer('loadChart', lampChart);
    actor.send({ type: 'simulation.requested', input: 0 });
    expect(view()).toMatchObject({ source: 'simulation', busy: 'Opening the path…', player: null });
    await answer('simulate', lampSimulated([]));
    expect(view()).toMatchObject({ player: { at: 0 }, simulation: { later: 0, offers: [{ name: 'pressed' }] } });
    actor.send({ type: 'event.simulated', event: 'pressed' });
    expect(fakes.last('simulate').input).toEqual({ machineId: 'lamp', input: 0, events: ['pressed'] });
    // What was on the screen stays there meanwhile.
    expect(view()).toMatchObject({ busy: null, player: { at: 0 } });
    await answer('simulate', lampSimulated(['pressed']));
    actor.send({ type: 'event.simulated', event: { type: 'pressed', hard: true } });
    // It was not taken, so the next event does not come after it.
    await answer('simulate', lampSimulated(['pressed'], 'No.'));
    expect(view()).toMatchObject({ player: { at: 1 }, simulation: { refusal: 'No.', later: 0 } });
    actor.send({ type: 'step.requested', by: -1 });
    expect(view()).toMatchObject({ simulation: { later: 1 } });
    actor.send({ type: 'event.simulated', event: { type: 'pressed' } });
    expect(fakes.last('simulate').input).toEqual({ machineId: 'lamp', input: 0, events: [{ type: 'pressed' }] });
  });

  it('goes on by hand from a step of a generated path', async () => {
    const { actor, answer, fakes, view } = start();
    await answer('loadChart', lampChart);
    actor.send({ type: 'paths.requested' });
    await answer('listPaths', [lampPath]);
    actor.send({ type: 'path.chosen', index: 0 });
    await answer('simulate', lampSimulated(['pressed', 'released']));
    expect(view()).toMatchObject({ source: 'paths', player: { at: 0 } });
    actor.send({ type: 'step.requested', by: 1 });
    actor.send({ type: 'event.simulated', event: 'other' });
    expect(fakes.last('simulate').input).toEqual({ machineId: 'lamp', input: 0, events: ['pressed', 'other'] });
    expect(view().source).toBe('simulation');
  });

  it('opens a path that its address names, or a file, in the chart of its machine', async () => {
    const run = startMachine(stateFlowsMachine, { machineId: 'lamp', simulation: lampSimulation });
    expect(run.fakes.last('simulate').input).toEqual(lampSimulation);
    const { actor, answer, emitted, fakes, view } = start('session');
    actor.send({ type: 'file.chosen', file });
    await answer('readFile', { kind: 'simulation', simulation: lampSimulation });
    expect(emitted).toEqual([{ type: 'machine.requested', machineId: 'lamp' }]);
    // The address follows.
    actor.send({ type: 'machine.opened', machineId: 'lamp' });
    expect(fakes.last('simulate').input).toEqual(lampSimulation);
    await answer('simulate', lampSimulated(['pressed']));
    expect(view()).toMatchObject({ source: 'simulation', player: { at: 1 } });
    // It belongs to its machine.
    actor.send({ type: 'machine.opened', machineId: 'session' });
    expect(view()).toMatchObject({ source: 'live', player: null });
  });

  it('compares the chart with that of a file, until another machine is opened', async () => {
    const { actor, answer, fail, fakes, view } = start();
    await answer('loadChart', lampChart);
    actor.send({ type: 'comparison.chosen', files: [file] });
    expect(view().comparison).toEqual({ status: 'reading' });
    expect(fakes.last('compareCharts').input).toEqual({ machineId: 'lamp', files: [file] });
    await answer('compareCharts', { kind: 'refused', message: '“lamp.json” is no chart.' });
    expect(view().comparison).toEqual({ status: 'failed', message: '“lamp.json” is no chart.' });
    actor.send({ type: 'comparison.chosen', files: [file, file] });
    await answer('compareCharts', { kind: 'compared', comparison: lampComparison });
    expect(view().comparison).toEqual({ status: 'shown', comparison: lampComparison });
    actor.send({ type: 'machine.opened', machineId: 'session' });
    expect(view().comparison).toEqual({ status: 'none' });
    actor.send({ type: 'comparison.chosen', files: [file] });
    await fail('compareCharts');
    expect(view().comparison).toEqual({ status: 'failed', message: 'The charts could not be compared. Please try again.' });
    actor.send({ type: 'comparison.closed' });
    expect(view().comparison).toEqual({ status: 'none' });
  });

  it('says why it can not open what its address names', () => {
    const { actor } = startMachine(stateFlowsMachine, { machineId: 'lamp', message: 'No path.' });
    expect(stateFlowsView(actor.getSnapshot())).toMatchObject({ problem: 'No path.', player: null });
    actor.send({ type: 'actor.chosen', actorId: null });
    expect(stateFlowsView(actor.getSnapshot())).toMatchObject({ source: 'live', problem: null });
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
