import type { ChartModel } from '#machines/export/chart.types.ts';
import tests from '#machines/export/tests.gen.json';
import { css } from '#styled/css/index.js';
import { link } from './transition-row.tsx';
import { metRequirements, stateName, transitionName } from './chart-states.ts';

const list = css({ listStyle: 'none', backgroundColor: 'surface', border: 'hairline', borderRadius: 'md', overflowWrap: 'anywhere' });
const item = css({ paddingInline: '4', paddingBlock: '2', fontSize: 'sm', '&:not(:last-child)': { borderBottom: 'hairline' } });
const number = css({ fontWeight: 'medium' });
const muted = css({ color: 'text.muted' });

/** What tests a machine, by its id: `npm run charts` writes it. */
const testsById: Readonly<Record<string, (typeof tests)[keyof typeof tests]>> = tests;

interface ChartRequirementsProps {
  readonly chart: ChartModel;
  readonly labelledBy: string;
  readonly onState: (id: string) => void;
}

/** What a machine has to do: each requirement with the transitions that meet it, and the tests that drive them. */
export function ChartRequirements({ chart, labelledBy, onState }: ChartRequirementsProps) {
  const { walks = [], properties = null } = testsById[chart.id] ?? {};
  const proven: readonly string[] = properties?.requirements ?? [];
  return (
    <ul aria-labelledby={labelledBy} className={list}>
      {metRequirements(chart).map(({ id, text, source, transitions }) => (
        <li key={id} className={item}>
          <span className={number}>{id}</span> {text}{' '}
          <span className={muted}>
            {'decision' in source ? `Decision “${source.decision}”.` : `Specification, “${source.specification}”.`}
          </span>
          <ul>
            {transitions.map((transition) => {
              const state = chart.states.find((each) => each.id === transition.source);
              return (
                <li key={transition.id}>
                  <button type="button" className={link} onClick={() => onState(transition.source)}>
                    {state ? stateName(state) : transition.source}
                  </button>{' '}
                  {transitionName(transition)}
                </li>
              );
            })}
          </ul>
          <p className={muted}>
            {proven.includes(id) && properties ? `Property: ${properties.file}. ` : 'No property. '}
            {`Paths: ${walks.join(', ')}.`}
          </p>
        </li>
      ))}
    </ul>
  );
}
