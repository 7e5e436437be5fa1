import { pathPlan } from '../testing/path-plan.ts';
import type { LoadedChart } from '../export/load-chart.ts';
import type { Recording } from '../flight-recorder/recording.ts';
import { recordingFormat, recordingVersion } from '../flight-recorder/recording.ts';
import { stateFlowsMachine } from './state-flows.machine.ts';
import type { FlowStep } from './state-flows.types.ts';

export const lampChart: LoadedChart = {
  model: { id: 'lamp', description: 'A lamp.', states: [], transitions: [], effects: {} },
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
const file = { size: 1, text: () => Promise.resolve('') };

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
const paths = [
  { type: 'actor.chosen', actorId: 'x:1' },
  { type: 'paths.requested' },
  { type: 'path.chosen', index: 0 },
  { type: 'xstate.done.actor.listPaths', output: [{ index: 0, name: 'pressed > pressed' }] },
  { type: 'xstate.error.actor.listPaths', error: failed },
  { type: 'xstate.done.actor.replayPath', output: threeSteps },
  { type: 'xstate.error.actor.replayPath', error: failed },
] as const;
const recordings = [
  { type: 'file.chosen', file },
  { type: 'recorded.chosen', actorId: 'x:1', machineId: 'lamp' },
  { type: 'recording.closed' },
  { type: 'xstate.done.actor.readFile', output: { kind: 'read', recording: lampRecording } },
  { type: 'xstate.done.actor.readFile', output: { kind: 'refused', message: 'This file is not a recording of this console.' } },
  { type: 'xstate.error.actor.readFile', error: failed },
] as const;
const player = [
  { type: 'paths.requested' },
  { type: 'path.chosen', index: 0 },
  { type: 'xstate.done.actor.listPaths', output: [{ index: 0, name: 'pressed > pressed' }] },
  { type: 'xstate.done.actor.replayPath', output: threeSteps },
  { type: 'step.requested', by: 1 },
  { type: 'step.requested', by: -1 },
  { type: 'step.chosen', at: 2 },
  { type: 'play.requested' },
  { type: 'pause.requested' },
  { type: 'xstate.after.stepTime.state-flows.source.stepping.running' },
] as const;

export const stateFlowsPaths = pathPlan({
  machine: stateFlowsMachine,
  inputs: [{ machineId: null }, { machineId: 'lamp' }],
  events: [...opened, ...chart, ...paths, ...recordings, ...player],
  // The chart and what is followed in it have little to do with each other.
  rounds: [[...opened, ...chart], [...opened, ...paths], [...opened, ...recordings], player],
  distinguish: ({ machineId, recording, steps, at }) => [machineId, recording !== null, steps.length, at],
});
