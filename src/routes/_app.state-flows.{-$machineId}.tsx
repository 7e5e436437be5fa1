import { createFileRoute } from '@tanstack/react-router';
import { StateFlowsScreen } from '#src/features/state-flows/state-flows-screen.tsx';

/** The list of all state charts, or the chart of one. `state`, `transition`: what in it a colleague is to look at. */
export const Route = createFileRoute('/_app/state-flows/{-$machineId}')({
  validateSearch: ({ state, transition }: Record<string, unknown>): { readonly state?: string; readonly transition?: string } => ({
    ...(isAddress(state) ? { state } : {}),
    ...(isAddress(state) && isAddress(transition) ? { transition } : {}),
  }),
  component: StateFlowsRoute,
});

const isAddress = (value: unknown): value is string => typeof value === 'string' && value.length <= 200;

function StateFlowsRoute() {
  const navigate = Route.useNavigate();
  const { machineId = null } = Route.useParams();
  const { state, transition } = Route.useSearch();
  return (
    <StateFlowsScreen
      machineId={machineId}
      state={state}
      transition={transition}
      onMachine={(next) => void navigate({ params: { machineId: next }, search: {} })}
      onState={(next) => void navigate({ search: next === undefined ? {} : { state: next }, replace: true, resetScroll: false })}
    />
  );
}
