import { loadChart } from '#machines/export/load-chart.ts';
import { type MachineEntry, machineEntries } from '#machines/export/machine-entries.ts';
import { css } from '#styled/css/index.js';
import { type ReactNode, useId, useMemo } from 'react';
import { lazyComponent } from '#src/ui/lazy-component.tsx';
import { type ChartPlace, chartPlaces, matchOf, stateName, transitionAddress, transitionName } from './chart-states.ts';

/** A single letter is everywhere. */
export const fewestCharacters = 2;
/** More than anybody reads. */
const mostShown = 50;

const section = css({ marginTop: '6' });
const title = css({ fontWeight: 'semibold', marginBottom: '2' });
const list = css({ listStyle: 'none', backgroundColor: 'surface', border: 'hairline', borderRadius: 'md', overflowWrap: 'anywhere' });
const item = css({ paddingInline: '4', paddingBlock: '2', '&:not(:last-child)': { borderBottom: 'hairline' } });
const matched = css({ color: 'text.muted', fontSize: 'sm' });

/** What of a chart is to be shown: a state by its path, a transition of it by `transitionAddress`. */
export interface ChartAddress {
  readonly state?: string;
  readonly transition?: string;
}

/** Leads to a machine's chart, and to a place in it. */
export type MachineLink = (machine: MachineEntry, name: string, at?: ChartAddress) => ReactNode;

export interface SearchedPlace extends ChartPlace {
  readonly machine: MachineEntry;
}

interface ChartSearchProps {
  readonly query: string;
  readonly heading: 'h2' | 'h3';
  readonly link: MachineLink;
  /** Instead of an empty list. */
  readonly none: ReactNode;
}

/** The places of all charts that have what is looked for. Loads the charts when somebody searches for the first time. */
export const chartSearch = lazyComponent<ChartSearchProps>(
  async () => {
    const places = await allPlaces();
    return (props) => <FoundPlaces {...props} places={places} />;
  },
  () => <p role="alert">The charts could not be loaded, so nothing in them is searched.</p>,
);

async function allPlaces(): Promise<readonly SearchedPlace[]> {
  const found: SearchedPlace[] = [];
  for (const machine of machineEntries) {
    const { model } = await loadChart(machine);
    found.push(...chartPlaces(model).map((place) => ({ ...place, machine })));
    // The page draws what is typed meanwhile.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return found;
}

function FoundPlaces({ query, heading: Heading, link, none, places }: ChartSearchProps & { readonly places: readonly SearchedPlace[] }) {
  const id = useId();
  const found = useMemo(
    () => places.flatMap((place) => ({ place, text: matchOf(place, query) })).filter(({ text }) => text !== null),
    [places, query],
  );
  if (found.length === 0) return none;
  return (
    <section aria-labelledby={id} className={section}>
      <Heading id={id} className={title}>
        In the charts: {found.length}
        {found.length > mostShown ? `, of which the first ${mostShown}` : ''}
      </Heading>
      <ul aria-labelledby={id} className={list}>
        {found.slice(0, mostShown).map(({ place, text }) => {
          const { name, at } = placeOf(place);
          return (
            <li key={`${place.state.id} ${at.transition ?? ''}`} className={item}>
              {link(place.machine, `${place.machine.title}: ${name}`, at)}
              {name.includes(text ?? '') ? null : <p className={matched}>{text}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** "ready.form on save.requested [2. can save]", and its address: no two places of a chart are called alike. */
function placeOf({ state, transition }: SearchedPlace): { readonly name: string; readonly at: ChartAddress } {
  const name = stateName(state);
  if (!transition) return { name, at: { state: name } };
  return {
    name: `${name} ${transitionName(transition)}`,
    at: { state: name, transition: transitionAddress(transition) },
  };
}
