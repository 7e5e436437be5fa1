import mermaid from 'mermaid';
import { describe, expect, it } from 'vitest';
import { chartDiff } from './chart-diff.ts';
import { chartModel } from './chart-model.ts';
import { machines } from './machines.ts';
import { toMermaid } from './mermaid.ts';

// In a browser, since Mermaid reads a text with the help of one.
describe('Mermaid itself reads the export', () => {
  it.each(machines)('of $id', async ({ load }) => {
    const chart = chartModel(await load());
    await expect(mermaid.parse(toMermaid(chart))).resolves.toMatchObject({ diagramType: expect.stringContaining('state') });
    const without = { ...chart, states: chart.states.slice(0, -1), transitions: chart.transitions.slice(1) };
    await expect(mermaid.parse(chartDiff(without, chart).mermaid)).resolves.toBeTruthy();
  });

  it('and would not read one that is broken', async () => {
    await expect(mermaid.parse('stateDiagram-v2\n  state "A" as a {\n  a --> b : go\n')).rejects.toThrow('Parse error');
  });
});
