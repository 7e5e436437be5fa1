import { type AnyStateMachine, initialTransition, type StateValue } from 'xstate';
import { type Page, type Route, test } from 'playwright/test';
import type { ApiResult } from '#contract/api-result.ts';
import type { PathPlan, PlannedEvent } from '#machines/testing/path-plan.ts';
import { type GeneratedPath, generatePaths } from '#machines/testing/paths.ts';
import { inTime, leavesOf, stepMessage } from '../../support/walked-step.ts';

/** How a screen is driven along the generated paths of its machine. */
export interface ScreenDriver {
  /** By event: does in the page, or in front of it, what causes the event. */
  readonly events: Readonly<Record<string, (event: PlannedEvent) => Promise<void>>>;
  /** By state, without the machine's id: expects what a person sees in it. */
  readonly states: Readonly<Record<string, () => Promise<void>>>;
}

/** The paths of a plan that a browser can walk. `impossible`: events that nothing in a browser causes, each with the reason. */
export function browserPaths<M extends AnyStateMachine>(
  plan: PathPlan<M>,
  impossible: Readonly<Record<string, string>> = {},
): readonly GeneratedPath[] {
  return generatePaths({ ...plan, events: plan.events.filter(({ type }) => !(type in impossible)) });
}

/** What the page does not show this long after a step, it does not show: the path holds the answers. ms. */
const stepMs = 15_000;

/**
 * Walks one path in the page, which has just been opened: the first state has to be seen; then each event is caused, and each active state
 * without states in it has to be seen. Throws where the driver lacks an event or a state: a chart that grows asks for its driver to grow.
 */
export async function walkInBrowser(machine: AnyStateMachine, path: GeneratedPath, driver: ScreenDriver): Promise<void> {
  const see = async (value: StateValue): Promise<void> => {
    for (const name of leavesOf(machine, value)) {
      const expectation = driver.states[name];
      if (!expectation) throw new Error(`the driver of ${machine.id} does not know what is seen in ${name}`);
      await expectation();
    }
  };
  await see(initialTransition<AnyStateMachine>(machine, path.input)[0].value);
  for (const [index, { event, expected }] of path.steps.entries()) {
    const value = expected.value as StateValue;
    await test.step(`${index + 1}. ${event.type} leads to ${leavesOf(machine, value).join(' + ')}`, async () => {
      const cause = driver.events[event.type];
      if (!cause) throw new Error(`the driver of ${machine.id} does not know how to cause ${event.type}`);
      try {
        await inTime(cause(event), stepMs, 'the event is caused');
        await inTime(see(value), stepMs, 'what the state shows is seen');
      } catch (error) {
        const seen = await seenOf(driver);
        throw new Error(stepMessage(machine, path, { index, type: event.type, expected: value, seen }), { cause: error });
      }
    });
  }
}

/** The states whose expectations hold by now. */
async function seenOf({ states }: ScreenDriver): Promise<readonly string[]> {
  const holds = ([name, expectation]: readonly [string, () => Promise<void>]) =>
    inTime(expectation(), 500, 'it is seen').then(
      () => [name],
      () => [],
    );
  return (await Promise.all(Object.entries(states).map(holds))).flat().sort();
}

/**
 * Calls of the page to an address of the API: held until the path answers them, so that a busy state can be seen. `answer` takes the result
 * that the plan names, an `ApiResult`.
 */
export async function heldCalls(page: Page, address: string): Promise<{ answer(result: unknown): Promise<void> }> {
  const waiting: ((route: Route) => void)[] = [];
  const held: Route[] = [];
  await page.route(address, (route) => {
    const next = waiting.shift();
    if (next) next(route);
    else held.push(route);
  });
  return {
    async answer(result) {
      const route = held.shift() ?? (await new Promise<Route>((resolve) => waiting.push(resolve)));
      const { kind, ...rest } = result as ApiResult<unknown>;
      if (kind === 'answered' && 'data' in rest) await route.fulfill({ json: { data: rest.data } });
      else if (kind === 'refused' && 'code' in rest) {
        const { status, code, message, fields } = rest;
        await route.fulfill({ status, json: { error: { code, message, fields } } });
      } else await route.abort();
    },
  };
}
