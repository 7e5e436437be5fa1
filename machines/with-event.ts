/*
 * Actions and guards of a chart that are given what their event has: `actions: withEvent('setOnline')`. The chart checks that the event, or the
 * answer, has what the action or the guard asks for.
 */

/** Its parameters are the event. */
export const withEvent = <const Name extends string>(type: Name) => ({
  type,
  params: <Event>({ event }: { readonly event: Event }): Event => event,
});

/** Its parameters are what the actor has answered. */
export const withOutput = <const Name extends string>(type: Name) => ({
  type,
  params: <Output>({ event }: { readonly event: { readonly output: Output } }): Output => event.output,
});
