import { createFileRoute } from '@tanstack/react-router';
import { StateFlowsScreen } from '#src/features/state-flows/state-flows-screen.tsx';

export interface StateFlowsSearch {
  readonly state?: string | undefined;
  readonly transition?: string | undefined;
  readonly run?: unknown;
  readonly view?: 'map' | undefined;
}

/** The list of all state charts, or the chart of one. `state`, `transition`, `run`: what in it a colleague is to look at. */
export const Route = createFileRoute('/_app/state-flows/{-$machineId}')({
  validateSearch: ({ state, transition, run, view }: Record<string, unknown>): StateFlowsSearch => ({
    state: addressOf(state),
    transition: addressOf(state) && addressOf(transition),
    // Read where it is shown, which says what is wrong with it.
    run,
    view: view === 'map' ? view : undefined,
  }),
  component: StateFlowsRoute,
});

const addressOf = (value: unknown): string | undefined => (typeof value === 'string' && value.length <= 200 ? value : undefined);

function StateFlowsRoute() {
  const navigate = Route.useNavigate();
  const { machineId = null } = Route.useParams();
  const { state, transition, run, view } = Route.useSearch();
  return (
    <StateFlowsScreen
      machineId={machineId}
      state={state}
      transition={transition}
      run={run}
      isMap={view === 'map'}
      onMap={(isMap) => void navigate({ search: isMap ? { view: 'map' } : {}, resetScroll: false })}
      onMachine={(next) => void navigate({ params: { machineId: next }, search: {} })}
      onState={(next) => void navigate({ search: next === undefined ? {} : { state: next }, replace: true, resetScroll: false })}
    />
  );
}
