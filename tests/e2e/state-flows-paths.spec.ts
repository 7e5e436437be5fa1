import { readFile } from 'node:fs/promises';
import { expect, type Locator } from 'playwright/test';
import { violationsOn } from '../support/axe.ts';
import { stateFlows } from './models/state-flows.ts';
import { test } from './support/fixtures.ts';

test('a chart and a state have an address; paths are played forwards and backwards', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const flows = stateFlows(page, 'page');
  await page.goto('/state-flows');
  await expect(page.getByRole('heading', { level: 1, name: 'State flows' })).toBeVisible();
  await flows.part.getByRole('searchbox', { name: 'Search machines' }).fill('connection');
  await flows.machine('Connection').click();
  await expect(page).toHaveURL(/\/state-flows\/connection$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible();
  await flows.expectActive('link.online');
  // What refuses, by name and in words.
  await expect(flows.next('May happen now').first()).toBeVisible();
  await expect(flows.next('Not now').first()).toContainText('because “has no network” is false');

  await flows.table.getByRole('button', { name: 'State link.offline', exact: true }).click();
  await expect(page).toHaveURL(/\/state-flows\/connection\?state=link\.offline$/);
  await page.reload();
  await expect(flows.row('link.offline')).toBeInViewport();

  await flows.part.getByRole('radio', { name: 'Paths' }).check();
  await flows.part.getByRole('searchbox', { name: 'Filter the paths' }).fill('navigator.offline');
  await flows.part.getByRole('list', { name: 'Paths' }).getByRole('button').first().click();
  const forward = flows.playback.getByRole('button', { name: 'Forward' });
  await expect(flows.playback.getByText(/^Step 1 of /).last()).toBeVisible();
  const first = await flows.active();
  await forward.click();
  await expect(flows.playback.getByText(/^Step 2 of /).last()).toBeVisible();
  await expect.poll(() => flows.active()).not.toEqual([]);
  await flows.playback.getByRole('button', { name: 'Back' }).click();
  await expect(flows.playback.getByText(/^Step 1 of /).last()).toBeVisible();
  expect(await flows.active()).toEqual(first);
  await flows.playback.getByRole('button', { name: 'Play' }).click();
  await expect(forward).toHaveAttribute('aria-disabled', 'true');

  await flows.part.getByRole('searchbox', { name: 'Search states and events' }).fill('no such state');
  await expect(flows.part.getByText('Nothing in this chart matches “no such state”.')).toBeVisible();
  await page.goto('/state-flows/nothing-of-the-kind');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
});

test('a path is made step by step, and goes to a colleague as an address and to a test as a file', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const flows = stateFlows(page, 'page');
  await page.goto('/state-flows/connection');
  await flows.part.getByRole('radio', { name: 'Simulate' }).check();
  const offered = (list: string) => flows.part.getByRole('list', { name: list, exact: true }).getByRole('listitem');
  const writes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
  await offered('What an actor answers').getByRole('button', { name: 'done firstProbe(answered true)', exact: true }).click();
  await flows.expectActive('link.online');

  const failed = offered('Events').filter({ hasText: 'call.failed' });
  await failed.getByRole('button', { name: 'Change what call.failed brings' }).click();
  const json = flows.part.getByRole('textbox', { name: 'Event as JSON' });
  await json.fill('{"type": "call.failed", ');
  await flows.part.getByRole('button', { name: 'Take this event' }).click();
  await expect(flows.part.getByText(/^This is not JSON: /)).toBeVisible();
  await json.fill('{"type": "call.failed", "at": 5, "met": {"kind": "noAnswer"}}');
  await flows.part.getByRole('button', { name: 'Take this event' }).click();
  await flows.expectActive('link.suspecting');
  await offered('Time that passes').getByRole('button', { name: 'after probeTimeout', exact: true }).click();
  await flows.expectActive('link.offline.waiting');
  await expect(flows.step(4, 4)).toBeVisible();

  // Back, and another way from there.
  await flows.playback.getByRole('button', { name: 'Back' }).click();
  await expect(flows.part.getByText('The next event replaces the step after this one.')).toBeVisible();
  await offered('What an actor answers').getByRole('button', { name: 'done suspicionProbe(answered true)', exact: true }).click();
  await flows.expectActive('link.online');
  await expect(flows.step(4, 4)).toBeVisible();
  expect(writes).toEqual([]);
  await flows.part.getByText('Sequence', { exact: true }).click();
  await expect(flows.part.getByRole('region', { name: 'Sequence' }).getByRole('listitem')).toHaveText([
    /^1Person to Connection: starts/u,
    /^2API, store and browser to Connection: done firstProbe→ link\.online$/u,
    /^3Person to Connection: call\.failed→ link\.suspecting$/u,
    /^4API, store and browser to Connection: done suspicionProbe→ link\.online$/u,
  ]);
  expect(await violationsOn(page)).toEqual([]);

  const address = await flows.part.getByRole('textbox', { name: 'Address of this path' }).inputValue();
  const saved = page.waitForEvent('download');
  await flows.part.getByRole('button', { name: 'Save for a test' }).click();
  const file = await readFile(await (await saved).path());
  await page.goto(address);
  await expect(flows.step(4, 4)).toBeVisible();
  await flows.expectActive('link.online');

  await page.goto('/state-flows');
  await flows.openRecording({ name: 'connection.path.json', mimeType: 'application/json', buffer: file });
  await expect(page).toHaveURL(/\/state-flows\/connection$/);
  await expect(flows.step(4, 4)).toBeVisible();
  await page.goto('/state-flows/connection?run=%7B%22input%22%3A0%7D');
  await expect(flows.part.getByRole('alert')).toHaveText(
    'The path in this address could not be read: a part of it is missing, or it is no path.',
  );
  await page.goto('/state-flows/connection?run=%7B%22input%22%3A0%2C%22events%22%3A%5B%22no%20such%20event%22%5D%7D');
  await expect(flows.part.getByRole('alert')).toHaveText(
    "Step 2, “no such event”, can't be taken: this machine has no such event. The path ends before it.",
  );
});

test('a chart is compared with an earlier export: in words, and in colour', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const flows = stateFlows(page, 'page');
  await page.goto('/state-flows/forgot-password');
  const file = await readFile('machines/export/charts/forgot-password.gen.json', 'utf8');
  const choose = (name: string, content: string) =>
    flows.part.getByLabel('Charts to compare').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await choose('session.json', file.replace('"id":"forgot-password"', '"id":"session"'));
  await expect(flows.part.getByRole('alert')).toHaveText('“session.json” is the chart of “session”, and not of “forgot-password”.');
  await choose('same.json', file);
  await expect(flows.part.getByText('Nothing differs.')).toBeVisible();
  await choose('old.json', file.replace('"target":"sent"', '"target":"error"'));
  const differences = flows.part.getByRole('list', { name: 'Differences' });
  await expect(differences.getByText('goes to: "forgot-password.error" → "forgot-password.sent"', { exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await flows.part.getByRole('button', { name: 'Close the comparison' }).click();
  await expect(differences).toBeHidden();
});

test('the map leads to a machine, whose states collapse, and which leads to the machine that it starts', async ({ signedInProfile }) => {
  const { page } = await signedInProfile();
  const flows = stateFlows(page, 'page');
  await page.goto('/state-flows');
  await page.getByRole('radio', { name: 'Map' }).check();
  const outbox = page
    .getByRole('table', { name: 'Map of all machines' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: 'Outbox', exact: true }) });
  await expect(outbox).toContainText('Delivery of one change');
  await expect(outbox).toContainText('session.expired to Session');
  await expect(flows.picture.getByText('Outbox', { exact: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await flows.machine('Outbox').click();

  await expect(flows.picture.locator('svg')).toBeVisible();
  const [whole] = await sizeOf(flows.picture);
  await flows.table.getByRole('button', { name: 'States inside working', exact: true }).click();
  await expect(flows.row('working.picking')).toBeHidden();
  const [collapsed] = await sizeOf(flows.picture);
  expect(collapsed).toBeLessThan(whole ?? 0);
  // The search finds what is inside, and choosing it shows it again.
  const search = page.getByRole('searchbox', { name: 'Search states and events' });
  await search.fill('working.picking');
  await flows.row('working.picking').getByRole('button', { name: 'State working.picking' }).click();
  await search.clear();
  await expect(flows.row('working.picking')).toBeVisible();
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect(flows.row('working.picking')).toBeHidden();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect.poll(() => sizeOf(flows.picture)).toEqual([whole]);

  await flows.table.getByRole('button', { name: 'Chart of Delivery of one change' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery of one change' })).toBeVisible();
});

/** The heights of the drawings, without what is enlarged. */
const sizeOf = (picture: Locator): Promise<readonly number[]> =>
  picture.locator('svg').evaluateAll((all) => all.map((one) => Number(one.getAttribute('viewBox')?.split(' ')[3])));
