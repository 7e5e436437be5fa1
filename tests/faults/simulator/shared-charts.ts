import { StateMachine } from 'xstate';

type Charts = StateMachine<never, never, never, never, never, never, never, never, never, never, never, never, never, never>;
type Implementations = Charts['implementations'];

/**
 * XState parses a chart again whenever `provide` wires it: for each tab and each form, a tenth of the simulator's time. What `provide` gives
 * here shares the parsed states with the chart that it comes from, and differs in its implementations alone, which XState looks up by the
 * machine of a snapshot.
 */
export function shareCharts(): void {
  StateMachine.prototype.provide = function (this: Charts, given: Partial<Implementations>) {
    const { actions, guards, actors, delays } = this.implementations;
    const implementations = {
      actions: { ...actions, ...given.actions },
      guards: { ...guards, ...given.guards },
      actors: { ...actors, ...given.actors },
      delays: { ...delays, ...given.delays },
    };
    const wired: Charts = Object.create(this, { implementations: { value: implementations } });
    // The constructor binds these to the machine that it makes.
    for (const method of ['transition', 'getInitialSnapshot', 'getPersistedSnapshot', 'restoreSnapshot', 'start'] as const)
      Object.defineProperty(wired, method, { value: StateMachine.prototype[method].bind(wired as never) });
    return wired as never;
  } as never;
}
