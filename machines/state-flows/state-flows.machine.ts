import { assign, emit, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import { notProvided } from '../placeholder.ts';
import type { LoadedChart } from '../export/load-chart.ts';
import type { Recording } from '../flight-recorder/recording.ts';
import type { FixtureEvent } from '../export/fixture-schema.ts';
import type {
  Compared,
  ComparisonInput,
  FileInput,
  FileRead,
  FlowStep,
  MachineRequested,
  PathsListed,
  Simulated,
  Simulation,
  StateFlowsContext,
  StateFlowsEvent,
  StateFlowsInput,
} from './state-flows.types.ts';

/** How long a step is shown while a path is played, ms. */
const stepMs = 900;

const chartMessage = 'The chart could not be loaded. Please try again.';
const pathMessage = 'The paths could not be loaded. Please try again.';
const fileMessage = 'This file could not be read.';
const comparisonMessage = 'The charts could not be compared. Please try again.';

/** The page and the drawer State flows: which chart is open, and whether it follows a running actor, a generated path, or a recording. */
export const stateFlowsMachine = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as StateFlowsContext,
    events: {} as StateFlowsEvent,
    input: {} as StateFlowsInput,
    emitted: {} as MachineRequested,
    children: {} as {
      loadChart: 'loadChart';
      listPaths: 'listPaths';
      simulate: 'simulate';
      readFile: 'readFile';
      compareCharts: 'compareCharts';
    },
  },
  actors: {
    loadChart: notProvided<LoadedChart, { readonly machineId: string }>('loadChart'),
    listPaths: notProvided<PathsListed, { readonly machineId: string }>('listPaths'),
    simulate: notProvided<Simulated, Simulation>('simulate'),
    readFile: notProvided<FileRead, FileInput>('readFile'),
    compareCharts: notProvided<Compared, ComparisonInput>('compareCharts'),
  },
  delays: { stepTime: stepMs },
  guards: {
    isAnotherMachine: ({ context }, params: { readonly machineId: string | null }) => params.machineId !== context.machineId,
    hasMachine: ({ context }) => context.machineId !== null,
    hasRecording: ({ context }) => context.recording !== null,
    isRecording: (_, params: { readonly read: FileRead }) => params.read.kind === 'read',
    isSimulation: (_, params: { readonly read: FileRead }) => params.read.kind === 'simulation',
    /** Of the machine that is open. */
    hasSimulation: ({ context }) => context.simulation !== null && context.simulation.machineId === context.machineId,
    isCompared: (_, params: { readonly compared: Compared }) => params.compared.kind === 'compared',
    hasMessage: ({ context }) => context.message !== '',
    isInSteps: ({ context }, params: { readonly by: 1 | -1 }) =>
      context.at + params.by >= 0 && context.at + params.by < context.steps.length,
    isStep: ({ context }, params: { readonly at: number }) => params.at >= 0 && params.at < context.steps.length,
    isLastStep: ({ context }) => context.at >= context.steps.length - 1,
  },
  actions: {
    setMachine: assign({ machineId: (_, params: { readonly machineId: string | null }) => params.machineId, chart: null }),
    requestMachine: emit((_, params: { readonly machineId: string }) => ({
      type: 'machine.requested' as const,
      machineId: params.machineId,
    })),
    setChart: assign({ chart: (_, params: { readonly chart: LoadedChart }) => params.chart }),
    setActor: assign({ actorId: (_, params: { readonly actorId: string | null }) => params.actorId }),
    setPaths: assign({ paths: (_, params: { readonly paths: PathsListed }) => params.paths }),
    setPath: assign(({ context }, params: { readonly index: number }) => ({
      playing: { kind: 'path' as const, index: params.index },
      simulation: simulationOfPath(context.machineId, context.paths, params.index),
    })),
    beginSimulation: assign(({ context }, params: { readonly input: number }) => ({
      playing: { kind: 'simulation' as const },
      simulation: { machineId: context.machineId ?? '', input: params.input, events: [] },
    })),
    addSimulated: assign(({ context }, params: { readonly event: FixtureEvent }) => ({
      playing: { kind: 'simulation' as const },
      simulation: context.simulation && {
        ...context.simulation,
        events: [...context.simulation.events.slice(0, context.at), params.event],
      },
    })),
    openSimulation: assign(({ context }, params: { readonly read: FileRead }) => ({
      playing: { kind: 'simulation' as const },
      simulation: params.read.kind === 'simulation' ? params.read.simulation : context.simulation,
    })),
    requestSimulated: emit((_, params: { readonly read: FileRead }) => ({
      type: 'machine.requested' as const,
      machineId: params.read.kind === 'simulation' ? params.read.simulation.machineId : '',
    })),
    setSimulated: assign(({ context }, params: { readonly simulated: Simulated }) => ({
      simulated: params.simulated,
      simulation: context.simulation && { ...context.simulation, events: params.simulated.events },
      steps: params.simulated.steps,
      // A path is gone through from its start; what was done by hand goes on at its end.
      at: context.playing?.kind === 'path' ? 0 : params.simulated.steps.length - 1,
    })),
    setRecording: assign({
      recording: ({ context }, params: { readonly read: FileRead }) =>
        params.read.kind === 'read' ? params.read.recording : context.recording,
    }),
    setRecorded: assign(({ context }, params: { readonly actorId: string }) => ({
      playing: { kind: 'recording' as const, actorId: params.actorId },
      steps: stepsOfRecorded(context.recording, params.actorId),
      at: 0,
    })),
    clearSteps: assign({ steps: [], at: 0, playing: null, paths: [], simulation: null, simulated: null, message: '' }),
    /** What was followed belongs to the machine that was open before; a simulation may be what opens the other one. */
    clearOther: assign(({ context }, params: { readonly machineId: string | null }) => {
      const simulation = context.simulation?.machineId === params.machineId ? context.simulation : null;
      return {
        ...{ steps: [], at: 0, paths: [], simulated: null, message: '', actorId: null },
        ...{ simulation, playing: simulation && { kind: 'simulation' as const } },
      };
    }),
    clearRecording: assign({ recording: null }),
    moveBy: assign({ at: ({ context }, params: { readonly by: 1 | -1 }) => context.at + params.by }),
    moveTo: assign({ at: (_, params: { readonly at: number }) => params.at }),
    moveToStart: assign({ at: 0 }),
    setCompared: assign((_, { compared }: { readonly compared: Compared }) =>
      compared.kind === 'compared'
        ? { comparison: compared.comparison, comparisonMessage: '' }
        : { comparison: null, comparisonMessage: compared.message },
    ),
    clearComparison: assign({ comparison: null, comparisonMessage: '' }),
    setMessage: assign({ message: (_, params: { readonly message: string }) => params.message }),
    setRefusal: assign({
      message: (_, params: { readonly read: FileRead }) => (params.read.kind === 'refused' ? params.read.message : ''),
    }),
  },
}).createMachine({
  id: 'state-flows',
  description: 'A chart of the console, and what is followed in it: a running actor, a generated path, or a recording.',
  meta: { testId: 'state-flows', sees: 'The list of machines, or the chart of one.' },
  type: 'parallel',
  context: ({ input }) => ({
    machineId: input.machineId,
    chart: null,
    actorId: null,
    paths: [],
    recording: null,
    simulation: input.simulation ?? null,
    simulated: null,
    playing: input.simulation ? { kind: 'simulation' } : null,
    steps: [],
    at: 0,
    message: input.message ?? '',
    comparison: null,
    comparisonMessage: '',
  }),
  states: {
    chart: {
      description: 'The chart that is open.',
      initial: 'choosing',
      on: {
        'machine.opened': {
          guard: { type: 'isAnotherMachine', params: ({ event }) => ({ machineId: event.machineId }) },
          target: '.choosing',
          actions: { type: 'setMachine', params: ({ event }) => ({ machineId: event.machineId }) },
          meta: { requirements: ['R040'] },
        },
        'recorded.chosen': {
          guard: { type: 'isAnotherMachine', params: ({ event }) => ({ machineId: event.machineId }) },
          target: '.loading',
          actions: [
            { type: 'setMachine', params: ({ event }) => ({ machineId: event.machineId }) },
            { type: 'requestMachine', params: ({ event }) => ({ machineId: event.machineId }) },
          ],
          meta: { requirements: ['R045'] },
        },
      },
      states: {
        choosing: {
          description: 'Decides whether the address names a machine.',
          meta: { testId: 'state-flows', sees: 'Nothing yet.' },
          always: [
            { guard: 'hasMachine', target: 'loading', meta: { requirements: ['R040'] } },
            { target: 'closed', meta: { requirements: ['R040'] } },
          ],
        },
        closed: {
          description: 'No machine is open.',
          meta: { testId: 'state-flows-list', sees: 'The list of machines, with how many actors of each run now.' },
        },
        loading: {
          description: "The machine's chart is being loaded.",
          tags: ['busy'],
          meta: { testId: 'state-flows-loading', sees: 'The title and the purpose, and the outline of the chart.' },
          invoke: {
            id: 'loadChart',
            src: 'loadChart',
            input: ({ context }) => ({ machineId: context.machineId ?? '' }),
            onDone: {
              target: 'ready',
              actions: { type: 'setChart', params: ({ event }) => ({ chart: event.output }) },
              meta: { requirements: ['R040'] },
            },
            onError: {
              target: 'error',
              actions: { type: 'setMessage', params: { message: chartMessage } },
              meta: { requirements: ['R041'] },
            },
          },
        },
        ready: {
          description: 'The chart is there.',
          meta: { testId: 'state-flows-ready', sees: 'The picture, the table, and what is followed.' },
        },
        error: {
          description: 'There is no such machine, or its chart did not load.',
          meta: { testId: 'state-flows-error', sees: 'Why there is no chart, with Try again.' },
          on: { 'retry.requested': { target: 'loading', meta: { requirements: ['R041'] } } },
        },
      },
    },
    comparison: {
      description: 'Whether the chart is compared with an earlier one, from a file.',
      initial: 'none',
      on: {
        // It is about the machine that was open before.
        'machine.opened': {
          guard: { type: 'isAnotherMachine', params: ({ event }) => ({ machineId: event.machineId }) },
          target: '.none',
          actions: 'clearComparison',
          meta: { requirements: ['R048'] },
        },
        'recorded.chosen': {
          guard: { type: 'isAnotherMachine', params: ({ event }) => ({ machineId: event.machineId }) },
          target: '.none',
          actions: 'clearComparison',
          meta: { requirements: ['R048'] },
        },
        'comparison.chosen': { guard: 'hasMachine', target: '.reading', meta: { requirements: ['R048'] } },
        'comparison.closed': { target: '.none', actions: 'clearComparison', meta: { requirements: ['R048'] } },
      },
      states: {
        none: { description: 'Nothing is compared.' },
        reading: {
          description: 'The files are being read and compared.',
          tags: ['busy'],
          meta: { testId: 'state-flows-comparing', sees: 'That the charts are being compared.' },
          invoke: {
            id: 'compareCharts',
            src: 'compareCharts',
            input: ({ context, event }) => ({
              machineId: context.machineId ?? '',
              files: event.type === 'comparison.chosen' ? event.files : [],
            }),
            onDone: [
              {
                guard: { type: 'isCompared', params: ({ event }) => ({ compared: event.output }) },
                target: 'shown',
                actions: { type: 'setCompared', params: ({ event }) => ({ compared: event.output }) },
                meta: { requirements: ['R048'] },
              },
              {
                target: 'failed',
                actions: { type: 'setCompared', params: ({ event }) => ({ compared: event.output }) },
                meta: { requirements: ['R049'] },
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'setCompared', params: { compared: { kind: 'refused', message: comparisonMessage } } },
              meta: { requirements: ['R049'] },
            },
          },
        },
        shown: {
          description: 'The differences are there.',
          meta: { testId: 'state-flows-differences', sees: 'Each difference in words, and its colour in the picture.' },
        },
        failed: {
          description: 'A file is no chart of this machine.',
          meta: { testId: 'state-flows-not-compared', sees: 'Why the charts were not compared.' },
        },
      },
    },
    source: {
      description: 'What is followed in the chart.',
      initial: 'deciding',
      on: {
        'machine.opened': {
          guard: { type: 'isAnotherMachine', params: ({ event }) => ({ machineId: event.machineId }) },
          target: '.deciding',
          actions: { type: 'clearOther', params: ({ event }) => ({ machineId: event.machineId }) },
          meta: { requirements: ['R042'] },
        },
        'actor.chosen': {
          target: '.live',
          actions: ['clearSteps', { type: 'setActor', params: ({ event }) => ({ actorId: event.actorId }) }],
          meta: { requirements: ['R042'] },
        },
        'paths.requested': { guard: 'hasMachine', target: '.listing', actions: 'clearSteps', meta: { requirements: ['R043'] } },
        'simulation.requested': {
          guard: 'hasMachine',
          target: '.opening',
          actions: ['clearSteps', { type: 'beginSimulation', params: ({ event }) => ({ input: event.input }) }],
          meta: { requirements: ['R047'] },
        },
        'file.chosen': { target: '.reading', meta: { requirements: ['R045'] } },
        'recorded.chosen': {
          guard: 'hasRecording',
          target: '.stepping',
          actions: { type: 'setRecorded', params: ({ event }) => ({ actorId: event.actorId }) },
          meta: { requirements: ['R045'] },
        },
        'recording.closed': { target: '.live', actions: ['clearSteps', 'clearRecording'], meta: { requirements: ['R045'] } },
      },
      states: {
        deciding: {
          description:
            'Decides what to follow in a chart: the path that its address or a file names, the recording that is open, or what runs.',
          meta: { testId: 'state-flows', sees: 'Nothing yet.' },
          always: [
            { guard: 'hasSimulation', target: 'opening', meta: { requirements: ['R047'] } },
            { guard: 'hasRecording', target: 'recorded', meta: { requirements: ['R045'] } },
            {
              guard: 'hasMessage',
              target: 'failed',
              description: 'A path that an address names and that can not be read is refused with the reason.',
              meta: { requirements: ['R046'] },
            },
            { target: 'live', meta: { requirements: ['R042'] } },
          ],
        },
        live: {
          description: 'A running actor of this tab is followed, if there is one.',
          meta: { testId: 'state-flows-live', sees: 'Its states light up as they are entered, with the transition just taken.' },
        },
        listing: {
          description: 'The paths of the chart are being generated.',
          tags: ['busy'],
          meta: { testId: 'state-flows-listing', sees: 'That the paths are being generated.' },
          invoke: {
            id: 'listPaths',
            src: 'listPaths',
            input: ({ context }) => ({ machineId: context.machineId ?? '' }),
            onDone: {
              target: 'listed',
              actions: { type: 'setPaths', params: ({ event }) => ({ paths: event.output }) },
              meta: { requirements: ['R043'] },
            },
            onError: {
              target: 'failed',
              actions: { type: 'setMessage', params: { message: pathMessage } },
              meta: { requirements: ['R046'] },
            },
          },
        },
        listed: {
          description: 'A path can be chosen.',
          meta: { testId: 'state-flows-listed', sees: 'The list of paths.' },
          on: {
            'path.chosen': {
              target: 'opening',
              actions: { type: 'setPath', params: ({ event }) => ({ index: event.index }) },
              meta: { requirements: ['R043'] },
            },
          },
        },
        opening: {
          description: "The path's steps are being worked out. None of its actions runs.",
          tags: ['busy'],
          meta: { testId: 'state-flows-opening', sees: 'That the path is being opened, or its steps so far.' },
          invoke: {
            id: 'simulate',
            src: 'simulate',
            input: ({ context }) => context.simulation ?? noSimulation,
            onDone: {
              target: 'stepping',
              actions: { type: 'setSimulated', params: ({ event }) => ({ simulated: event.output }) },
              description: 'A path is played back, or made step by step, without any side effect.',
              meta: { requirements: ['R043', 'R047'] },
            },
            onError: {
              target: 'failed',
              actions: { type: 'setMessage', params: { message: pathMessage } },
              meta: { requirements: ['R046'] },
            },
          },
        },
        reading: {
          description: 'A file of the flight recorder, or one with a path, is being read.',
          tags: ['busy'],
          meta: { testId: 'state-flows-reading', sees: 'That the file is being read.' },
          invoke: {
            id: 'readFile',
            src: 'readFile',
            input: ({ event }) => ({ file: event.type === 'file.chosen' ? event.file : noFile }),
            onDone: [
              {
                guard: { type: 'isRecording', params: ({ event }) => ({ read: event.output }) },
                target: 'recorded',
                actions: ['clearSteps', { type: 'setRecording', params: ({ event }) => ({ read: event.output }) }],
                meta: { requirements: ['R045'] },
              },
              {
                guard: { type: 'isSimulation', params: ({ event }) => ({ read: event.output }) },
                target: 'deciding',
                actions: [
                  'clearSteps',
                  { type: 'openSimulation', params: ({ event }) => ({ read: event.output }) },
                  { type: 'requestSimulated', params: ({ event }) => ({ read: event.output }) },
                ],
                meta: { requirements: ['R047'] },
              },
              {
                target: 'failed',
                actions: { type: 'setRefusal', params: ({ event }) => ({ read: event.output }) },
                description: 'A file that is neither a recording nor a path is refused with the reason.',
                meta: { requirements: ['R046'] },
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'setMessage', params: { message: fileMessage } },
              meta: { requirements: ['R046'] },
            },
          },
        },
        recorded: {
          description: 'A recording is open, and one of its actors can be chosen.',
          meta: { testId: 'state-flows-recorded', sees: 'The actors of the recording, with how many events each has.' },
        },
        stepping: {
          description: 'A path or a recorded actor is shown step by step.',
          initial: 'paused',
          on: {
            'path.chosen': {
              target: 'opening',
              actions: { type: 'setPath', params: ({ event }) => ({ index: event.index }) },
              meta: { requirements: ['R043'] },
            },
            'event.simulated': {
              guard: 'hasSimulation',
              target: 'opening',
              actions: { type: 'addSimulated', params: ({ event }) => ({ event: event.event }) },
              description: 'Any event that the paths have, or one that is typed, can come next, and replaces what came after.',
              meta: { requirements: ['R047'] },
            },
            'step.requested': {
              guard: { type: 'isInSteps', params: ({ event }) => ({ by: event.by }) },
              target: '.paused',
              actions: { type: 'moveBy', params: ({ event }) => ({ by: event.by }) },
              description: 'A path is played forwards and backwards.',
              meta: { requirements: ['R044'] },
            },
            'step.chosen': {
              guard: { type: 'isStep', params: ({ event }) => ({ at: event.at }) },
              target: '.paused',
              actions: { type: 'moveTo', params: ({ event }) => ({ at: event.at }) },
              meta: { requirements: ['R044'] },
            },
          },
          states: {
            paused: {
              description: 'One step is shown.',
              meta: { testId: 'state-flows-paused', sees: 'The step, with Back, Play and Forward.' },
              on: {
                'play.requested': [
                  { guard: 'isLastStep', target: 'running', actions: 'moveToStart', meta: { requirements: ['R044'] } },
                  { target: 'running', meta: { requirements: ['R044'] } },
                ],
              },
            },
            running: {
              description: 'One step after the other is shown.',
              meta: { testId: 'state-flows-running', sees: 'The steps, each for a moment, with Pause.' },
              on: { 'pause.requested': { target: 'paused', meta: { requirements: ['R044'] } } },
              after: {
                stepTime: [
                  { guard: 'isLastStep', target: 'paused', meta: { requirements: ['R044'] } },
                  { target: 'running', reenter: true, actions: { type: 'moveBy', params: { by: 1 } }, meta: { requirements: ['R044'] } },
                ],
              },
            },
          },
        },
        failed: {
          description: 'The paths did not load, or the file is no recording.',
          meta: { testId: 'state-flows-failed', sees: 'Why, and the choice of what to follow.' },
        },
      },
    },
  },
});

/** The events of a recorded actor as steps; none where the recording has no such actor. */
function stepsOfRecorded(recording: Recording | null, actorId: string): readonly FlowStep[] {
  const actor = recording?.actors.find(({ id }) => id === actorId);
  return (actor?.events ?? []).map((event) => ({ ...event, next: null }));
}

function simulationOfPath(machineId: string | null, paths: PathsListed, index: number): Simulation | null {
  const path = paths[index];
  return path && machineId !== null ? { machineId, input: path.input, events: path.events } : null;
}

const noSimulation: Simulation = { machineId: '', input: 0, events: [] };
const noFile = { name: '', size: 0, text: () => Promise.resolve('') };
