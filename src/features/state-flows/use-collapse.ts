import { collapseChart, collapsibleStates } from '#machines/export/collapse-chart.ts';
import type { LoadedChart } from '#machines/export/load-chart.ts';
import { useMemo, useState } from 'react';

const none: ReadonlySet<string> = new Set();

/** Which states of a chart are collapsed, by their ids, and how the chart is drawn then. */
export function useCollapse(loaded: LoadedChart | null) {
  const [collapsed, setCollapsed] = useState(none);
  const drawn = useMemo(() => loaded && collapseChart({ chart: loaded.model, layout: loaded.layout }, collapsed), [loaded, collapsed]);
  const collapsible = useMemo(() => (loaded ? collapsibleStates(loaded.model) : []).map(({ id }) => id), [loaded]);
  const without = (isExpanded: (id: string) => boolean) => setCollapsed(new Set([...collapsed].filter((id) => !isExpanded(id))));
  return {
    collapsed,
    drawn,
    /** Ids, a line each. */
    collapsible: collapsible.join('\n'),
    onToggle: (id: string) => (collapsed.has(id) ? without((one) => one === id) : setCollapsed(new Set([...collapsed, id]))),
    onToggleAll: (isCollapsed: boolean) => setCollapsed(isCollapsed ? new Set(collapsible) : none),
    /** Expands whatever a state is inside of. */
    reveal: (id: string) => without((around) => id.startsWith(`${around}.`)),
  };
}
