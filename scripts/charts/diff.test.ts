import { expect, test } from 'vitest';
import { chartJson, chartOfJson } from '../../machines/export/chart-json.ts';
import { chartDiff } from '../../machines/export/chart-diff.ts';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { diffText } from './diff.ts';

test('the differences are Markdown: what has changed in words, then both charts as Mermaid', () => {
  const after = chartOfJson(chartJson(toastsMachine));
  const before = {
    ...after,
    states: after.states.map((state) => (state.key === 'held' ? { ...state, description: 'Nothing moves.' } : state)),
    transitions: after.transitions.filter(({ event }) => event !== 'log.cleared'),
  };
  const text = diffText([chartDiff(before, after)], 'v1', 'v2');
  expect(text).toContain(
    '# State flows: v1 to v2\n\n## toasts\n\n- **changed** State "toasts.held"\n  - description: Nothing moves. → A pointer',
  );
  expect(text).toContain('- **added** Transition from "toasts" on log.cleared, without leaving it\n');
  expect(text).toContain('```mermaid\nstateDiagram-v2\n');
  expect(text).toContain('toasts --> toasts : ADDED log.cleared / clearLog (stays)');
  expect(text).toContain('class toasts_held changed');
  expect(diffText([], 'v1', 'v2')).toBe('No chart differs between v1 and v2.\n');
});
