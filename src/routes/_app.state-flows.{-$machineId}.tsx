import { createFileRoute } from '@tanstack/react-router';
import { StateFlowsScreen } from '#src/features/state-flows/state-flows-screen.tsx';

/** The list of all state charts, or the chart of one. `state`: the state in it that a colleague is to look at. */
export const Route = createFileRoute('/_app/state-flows/{-$machineId}')({
  validateSearch: ({ state }: Record<string, unknown>): { readonly state?: string } =>
    typeof state === 'string' && state.length <= 200 ? { state } : {},
  component: StateFlowsRoute,
});

function StateFlowsRoute() {
  const navigate = Route.useNavigate();
  const { machineId = null } = Route.useParams();
  const { state } = Route.useSearch();
  return (
    <StateFlowsScreen
      machineId={machineId}
      state={state}
      onMachine={(next) => void navigate({ params: { machineId: next }, search: {} })}
      onState={(next) => void navigate({ search: next === undefined ? {} : { state: next }, replace: true, resetScroll: false })}
    />
  );
}
