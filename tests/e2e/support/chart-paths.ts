import { type AnyStateMachine, getStateNodes, type StateValue } from 'xstate';
import type { Page, Route } from 'playwright/test';
import { test } from 'playwright/test';
import type { ApiResult } from '#contract/api-result.ts';
import type { PathPlan, PlannedEvent } from '#machines/testing/path-plan.ts';
import { type GeneratedPath, generatePaths } from '#machines/testing/paths.ts';

/** How a screen is driven along the generated paths of its machine. */
export interface ScreenDriver {
  /** By event: does in the page, or in front of it, what causes the event. */
  readonly events: Readonly<Record<string, (event: PlannedEvent) => Promise<void>>>;
  /** By state, without the machine's id: expects what a person sees in it. */
  readonly states: Readonly<Record<string, () => Promise<void>>>;
  /** Events that nothing in a browser causes, each with the reason; paths go around them. */
  readonly impossible?: Readonly<Record<string, string>>;
}

/** The paths of a plan that a browser can walk. */
export function browserPaths<M extends AnyStateMachine>(
  plan: PathPlan<M>,
  impossible: ScreenDriver['impossible'] = {},
): readonly GeneratedPath[] {
  return generatePaths({ ...plan, events: plan.events.filter(({ type }) => !(type in impossible)) });
}

/**
 * Walks one path in the page, which shows the machine's first state: each event is caused, then each active state without states in it
 * has to be seen. Throws where the driver lacks an event or a state: a chart that grows asks for its driver to grow.
 */
export async function walkInBrowser(machine: AnyStateMachine, path: GeneratedPath, driver: ScreenDriver): Promise<void> {
  for (const [index, { event, expected }] of path.steps.entries()) {
    await test.step(`${index + 1}. ${event.type} leads to ${JSON.stringify(expected.value)}`, async () => {
      const cause = driver.events[event.type];
      if (!cause) throw new Error(`the driver of ${machine.id} does not know how to cause ${event.type}`);
      await cause(event);
      for (const state of leavesOf(machine, expected.value as StateValue)) {
        const see = driver.states[state];
        if (!see) throw new Error(`the driver of ${machine.id} does not know what is seen in ${state}`);
        await see();
      }
    });
  }
}

function leavesOf(machine: AnyStateMachine, value: StateValue): readonly string[] {
  const active = getStateNodes(machine.root, value);
  return active.filter((node) => Object.keys(node.states).length === 0).map(({ path }) => path.join('.'));
}

/** Calls of the page to an address of the API: held until the test answers them, so that a busy state can be seen. */
export async function heldCalls(page: Page, address: string): Promise<{ answer(result: ApiResult<unknown>): Promise<void> }> {
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
      if (result.kind === 'answered') await route.fulfill({ json: { data: result.data } });
      else if (result.kind === 'refused') {
        const { code, message, fields } = result;
        await route.fulfill({ status: result.status, json: { error: { code, message, fields } } });
      } else await route.abort();
    },
  };
}
