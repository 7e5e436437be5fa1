import mermaid from 'mermaid';
import { describe, expect, it } from 'vitest';
import { chartDiff } from './chart-diff.ts';
import { chartModel } from './chart-model.ts';
import { machines } from './machines.ts';
import { sequenceOf } from '../state-flows/sequence.ts';
import { toMermaid } from './mermaid.ts';
import { sequenceMermaid } from './sequence-text.ts';

// In a browser, since Mermaid reads a text with the help of one.
describe('Mermaid itself reads the export', () => {
  it.each(machines)('of $id', async ({ load }) => {
    const chart = chartModel(await load());
    await expect(mermaid.parse(toMermaid(chart))).resolves.toMatchObject({ diagramType: expect.stringContaining('state') });
    const without = { ...chart, states: chart.states.slice(0, -1), transitions: chart.transitions.slice(1) };
    await expect(mermaid.parse(chartDiff(without, chart).mermaid)).resolves.toBeTruthy();
  });

  it('of a sequence', async () => {
    const events = ['a;b#c', 'save.requested', 'xstate.after.x.y'].map((type, order) => ({
      ...{ at: 1, order, event: { type }, from: null, took: ['x'], value: 'on', status: 'active' as const },
    }));
    const actor = { id: 'x:1', machineId: 'm', parentId: null, startedAt: 1, status: 'active' as const, dropped: 0, events };
    const sequence = sequenceOf({ actors: [actor], shown: new Set(['x:1']), titleOf: () => 'Screen; #1' });
    await expect(mermaid.parse(sequenceMermaid(sequence))).resolves.toMatchObject({ diagramType: 'sequence' });
  });

  it('and would not read one that is broken', async () => {
    await expect(mermaid.parse('stateDiagram-v2\n  state "A" as a {\n  a --> b : go\n')).rejects.toThrow('Parse error');
  });
});
