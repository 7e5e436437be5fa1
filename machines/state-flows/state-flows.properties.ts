import { asked, emitted, propertiesOf, saw, sees, type Step } from '../testing/properties.ts';
import type { stateFlowsMachine } from './state-flows.machine.ts';

type Stepped = Step<typeof stateFlowsMachine>;

const has = ({ event }: Stepped, part: string): boolean => (JSON.stringify(event) ?? '').includes(part);
const at = (step: Stepped | null) => step?.snapshot.context.at ?? null;
const refusal = 'Why, and the choice of what to follow';

export const stateFlowsProperties = propertiesOf<typeof stateFlowsMachine>({
  R040: [
    {
      when: (step) => step.on === 'machine.opened' && has(step, 'null'),
      must: (step) => sees(step, 'The list of machines, with how many'),
    },
    { when: ({ on }) => on === 'done loadChart', must: (step) => sees(step, 'The picture, the table') },
    {
      when: (step) => step.on === 'machine.opened' && has(step, '"lamp"') && saw(step, 'The list of machines, with how many'),
      must: (step) => asked(step, 'loadChart') !== null,
    },
  ],
  R041: [
    { when: ({ on }) => on === 'error loadChart', must: (step) => sees(step, 'Why there is no chart') },
    {
      when: (step) => step.on === 'retry.requested' && saw(step, 'Why there is no chart'),
      must: (step) => asked(step, 'loadChart') !== null,
    },
  ],
  R042: {
    when: ({ on }) => on === 'actor.chosen',
    must: (step) => sees(step, 'Its states light up') && step.snapshot.context.actorId === 'x:1',
  },
  R043: [
    { when: ({ on }) => on === 'paths.requested', must: (step) => asked(step, 'listPaths') !== null },
    { when: ({ on }) => on === 'done listPaths', must: (step) => sees(step, 'The list of paths') },
    { when: ({ on }) => on === 'path.chosen', must: (step) => asked(step, 'simulate') !== null },
    { when: ({ on }) => on === 'done simulate', must: (step) => sees(step, 'The step, with Back, Play and Forward') },
  ],
  R044: [
    {
      when: (step) => step.on === 'step.requested' && 'by' in step.event,
      must: (step) => at(step) === (at(step.before) ?? 0) + ('by' in step.event ? Number(step.event.by) : 0),
    },
    { when: ({ on }) => on === 'step.chosen', must: (step) => at(step) === 2 },
    { when: ({ on }) => on === 'play.requested', must: (step) => sees(step, 'with Pause') },
    { when: ({ on }) => on === 'pause.requested', must: (step) => !sees(step, 'with Pause') && at(step) === at(step.before) },
  ],
  R045: [
    { when: (step) => step.on === 'done readFile' && has(step, '"read"'), must: (step) => sees(step, 'The actors of the recording') },
    {
      when: (step) => step.on === 'recorded.chosen' && step.snapshot.context.recording !== null,
      must: (step) => sees(step, 'The step, with Back'),
    },
    { when: ({ on }) => on === 'recording.closed', must: ({ snapshot }) => snapshot.context.recording === null },
  ],
  R046: {
    when: (step) =>
      step.on === 'error listPaths' || step.on === 'error readFile' || (step.on === 'done readFile' && has(step, '"refused"')),
    must: (step) => sees(step, refusal),
  },
  R047: [
    { when: ({ on }) => on === 'simulation.requested' || on === 'event.simulated', must: (step) => asked(step, 'simulate') !== null },
    {
      when: (step) => step.on === 'done readFile' && has(step, '"simulation"'),
      must: (step) => asked(step, 'simulate') !== null || emitted(step, 'machine.requested') !== null,
    },
  ],
  R048: [
    { when: ({ on }) => on === 'comparison.chosen', must: (step) => asked(step, 'compareCharts') !== null },
    {
      when: (step) => step.on === 'done compareCharts' && has(step, '"compared"'),
      must: (step) => sees(step, 'Each difference in words') && step.snapshot.context.comparison !== null,
    },
    {
      when: (step) =>
        step.on === 'comparison.closed' || step.on === 'machine.opened' || (step.on === 'recorded.chosen' && has(step, 'lamp')),
      must: (step) =>
        !sees(step, 'Each difference in words') ||
        (step.snapshot.context.machineId === step.before?.snapshot.context.machineId && step.on !== 'comparison.closed'),
    },
  ],
  R049: {
    when: (step) => step.on === 'error compareCharts' || (step.on === 'done compareCharts' && has(step, '"refused"')),
    must: (step) => sees(step, 'Why the charts were not compared') && step.snapshot.context.comparisonMessage !== '',
  },
});
