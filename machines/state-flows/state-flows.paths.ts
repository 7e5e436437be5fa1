import { pathPlan } from '../testing/path-plan.ts';
import type { LoadedChart } from '../export/load-chart.ts';
import type { Recording } from '../flight-recorder/recording.ts';
import { recordingFormat, recordingVersion } from '../flight-recorder/recording.ts';
import { fixtureFormat, fixtureVersion } from '../export/fixture-schema.ts';
import { stateFlowsMachine } from './state-flows.machine.ts';
import type { ChartComparison, FlowStep, Offer, PathName, Simulated, Simulation } from './state-flows.types.ts';

export const lampChart: LoadedChart = {
  model: { id: 'lamp', description: 'A lamp.', states: [], transitions: [], effects: {}, machines: {} },
  layout: { hash: '', width: 10, height: 10, states: {}, initials: {}, transitions: {} },
  json: {},
};
const step = (type: string): FlowStep => ({
  at: null,
  event: { type },
  from: null,
  took: [],
  value: 'off',
  status: 'active',
  next: null,
});
export const threeSteps: readonly FlowStep[] = [step('xstate.init'), step('pressed'), step('pressed')];
export const lampRecording: Recording = {
  format: recordingFormat,
  version: recordingVersion,
  recordedAt: '2026-01-02T03:04:05.000Z',
  appVersion: '0.1.0',
  browser: 'Chromium',
  isOnline: true,
  screen: '/websites',
  problem: null,
  actors: [
    {
      id: 'x:1',
      machineId: 'lamp',
      parentId: null,
      startedAt: 1,
      status: 'active',
      dropped: 0,
      events: [
        { at: 1, event: { type: 'xstate.init' }, from: null, took: [], value: 'off', status: 'active' },
        { at: 2, event: { type: 'pressed' }, from: null, took: ['lamp.off --pressed[0]'], value: 'on', status: 'active' },
      ],
    },
  ],
};
export const lampPath: PathName = { index: 0, name: 'pressed > released', input: 0, events: ['pressed', 'released'] };
/** What a simulation of the lamp comes to. */
export const lampSimulated = (events: Simulated['events'], refusal: string | null = null): Simulated => ({
  inputs: [`after ${events.length}`],
  input: 0,
  events,
  steps: threeSteps.slice(0, events.length + 1),
  offers: Array.from({ length: events.length + 1 }, () => [pressed]),
  refusal,
  fixture: { format: fixtureFormat, version: fixtureVersion, machine: 'lamp', input: 0, steps: [] },
});
const pressed: Offer = {
  name: 'pressed',
  fixture: 'pressed',
  kind: 'event',
  transition: 'lamp.off --pressed[0]',
  json: { type: 'pressed' },
};
export const lampSimulation: Simulation = { machineId: 'lamp', input: 0, events: ['pressed'] };
const file = { name: 'lamp.json', size: 1, text: () => Promise.resolve('') };

const failed = new Error('broken');

const opened = [
  { type: 'machine.opened', machineId: 'lamp' },
  { type: 'machine.opened', machineId: null },
] as const;
const chart = [
  { type: 'retry.requested' },
  { type: 'recorded.chosen', actorId: 'x:1', machineId: 'lamp' },
  { type: 'xstate.done.actor.loadChart', output: lampChart },
  { type: 'xstate.error.actor.loadChart', error: failed },
] as const;
const listed = [
  { type: 'paths.requested' },
  { type: 'path.chosen', index: 0 },
  { type: 'xstate.done.actor.listPaths', output: [lampPath] },
  { type: 'xstate.done.actor.simulate', output: lampSimulated(['pressed', 'released']) },
] as const;
const paths = [
  ...listed,
  { type: 'actor.chosen', actorId: 'x:1' },
  { type: 'xstate.error.actor.listPaths', error: failed },
  { type: 'xstate.error.actor.simulate', error: failed },
] as const;
const simulations = [
  { type: 'simulation.requested', input: 0 },
  { type: 'event.simulated', event: 'pressed' },
  { type: 'xstate.done.actor.simulate', output: lampSimulated([]) },
  { type: 'xstate.done.actor.simulate', output: lampSimulated(['pressed']) },
  { type: 'xstate.error.actor.simulate', error: failed },
] as const;
export const lampComparison: ChartComparison = {
  before: 'lamp.json',
  after: 'this console',
  changes: [{ kind: 'added', of: 'state', id: 'lamp.on', text: 'State "lamp.on": It shines.', details: [] }],
  hasEffects: true,
};
const comparisons = [
  { type: 'comparison.chosen', files: [file] },
  { type: 'comparison.closed' },
  { type: 'recorded.chosen', actorId: 'x:1', machineId: 'lamp' },
  { type: 'recorded.chosen', actorId: 'x:1', machineId: 'fan' },
  { type: 'xstate.done.actor.compareCharts', output: { kind: 'compared', comparison: lampComparison } },
  { type: 'xstate.done.actor.compareCharts', output: { kind: 'refused', message: '“lamp.json” is no chart.' } },
  { type: 'xstate.error.actor.compareCharts', error: failed },
] as const;
const recordings = [
  { type: 'file.chosen', file },
  { type: 'recorded.chosen', actorId: 'x:1', machineId: 'lamp' },
  { type: 'recording.closed' },
  { type: 'xstate.done.actor.readFile', output: { kind: 'read', recording: lampRecording } },
  { type: 'xstate.done.actor.readFile', output: { kind: 'simulation', simulation: lampSimulation } },
  { type: 'xstate.done.actor.readFile', output: { kind: 'refused', message: 'This file is not a recording of this console.' } },
  { type: 'xstate.error.actor.readFile', error: failed },
] as const;
const player = [
  ...listed,
  // Of a recorded actor, which nothing can be added to.
  { type: 'file.chosen', file },
  { type: 'xstate.done.actor.readFile', output: { kind: 'read', recording: lampRecording } },
  { type: 'recorded.chosen', actorId: 'x:1', machineId: 'lamp' },
  { type: 'event.simulated', event: 'pressed' },
  { type: 'step.requested', by: 1 },
  { type: 'step.requested', by: -1 },
  { type: 'step.chosen', at: 2 },
  { type: 'play.requested' },
  { type: 'pause.requested' },
  { type: 'xstate.after.stepTime.state-flows.source.stepping.running' },
] as const;

export const stateFlowsPaths = pathPlan({
  machine: stateFlowsMachine,
  inputs: [
    { machineId: null },
    { machineId: 'lamp' },
    { machineId: 'lamp', simulation: lampSimulation },
    { machineId: 'lamp', message: 'The path in this address could not be read.' },
  ],
  events: [...opened, ...chart, ...paths, ...simulations, ...comparisons, ...recordings, ...player],
  // The chart and what is followed in it have little to do with each other.
  rounds: [
    [...opened, ...chart],
    [...opened, ...paths],
    [...opened, ...simulations],
    [...opened, ...comparisons],
    [...opened, ...recordings],
    player,
  ],
  distinguish: ({ machineId, recording, simulation, steps, at, message }) => [
    ...[machineId, recording !== null, simulation?.machineId ?? null, steps.length, at, message],
  ],
});
