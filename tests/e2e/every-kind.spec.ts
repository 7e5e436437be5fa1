import { expect, type Page } from 'playwright/test';
import { limits } from '#contract/limits.ts';
import { blankValue, fieldsFor, type RecordCall, type ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { redirects } from '#contract/resources/redirects.ts';
import { namedBy, sampleRecord } from '#contract/testing/sample-record.ts';
import { recordsPage } from './models/records-page.ts';
import { test, onOwnServer } from './support/fixtures.ts';
import { seedRecords, serverPage } from '../support/seed-records.ts';

// Tests of every kind of record, from its definition: a new kind is tested as soon as it is there.

/** An id that no record has. */
const noId = '2147483647';

const ofAccount = resources.filter(({ scope }) => scope === 'account');
// What is a part of another record is listed on its page.
for (const resource of resources.filter((each) => !ofAccount.includes(each) && !each.within)) testKind(resource);
test.describe('of an account, and the same on each of its websites', () => {
  onOwnServer('every-kind');
  for (const resource of ofAccount) testKind(resource);
});

/** The records of an account are in one list for all its tests: the one of which it matters where it is comes first. */
function testKind(resource: ResourceDefinition): void {
  testRefusals(resource);
  testList(resource);
}

function testList(resource: ResourceDefinition): void {
  test(`${resource.labels.many}: paged, sorted and searched by the server, and the address says how`, async ({
    signedInProfile,
    site,
    api,
  }) => {
    const { labels, nameKey } = resource;
    const { columns, defaultSort, isSearchable, filters = [] } = resource.list;
    const seeded = await seedRecords(api, resource, site.id, limits.perPageDefault + 2);
    const { page } = await signedInProfile();
    const list = recordsPage(page, resource, site.id);
    const { total } = (await serverPage(api, resource, site.id)).pagination;
    const allOf = `Showing 1 to ${limits.perPageDefault} of ${total}`;
    const expectRows = async (query: Readonly<Record<string, string>>) => {
      const names = (await serverPage(api, resource, site.id, query)).data.map((record) => String(record[nameKey]));
      await expect(list.rowHeaders).toHaveCount(names.length);
      await expect(list.rowHeaders).toContainText(names);
      return names;
    };
    /** The address of a page of the list in this order. */
    const addressOf = (sort: string, at = 0) => {
      const query = [...(at > 0 ? [`page=${at}`] : []), ...(sort === defaultSort ? [] : [`sort=${sort}`])].join('&');
      return list.address(query === '' ? '' : `\\?${query}`);
    };

    await list.open();
    await expect(list.pages.getByRole('status')).toHaveText(allOf);
    await expectRows({});
    await list.pages.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(addressOf(defaultSort, 1));
    await expectRows({ page: '1' });

    // A click on a column leads to the first page.
    let sort = defaultSort;
    for (const { key, label } of columns.filter(({ sortable }) => sortable))
      for (const direction of ['ascending', 'descending']) {
        // The first click on the column of the default order reverses it.
        if (direction === 'ascending' && sort === key) continue;
        sort = direction === 'ascending' ? key : `-${key}`;
        await list.sortBy(label);
        await expect(page).toHaveURL(addressOf(sort));
        await expect(list.column(label)).toHaveAttribute('aria-sort', direction);
        await expectRows({ sort });
      }

    if (isSearchable) {
      const wanted = String(seeded[0]?.[nameKey]);
      await list.search.fill(wanted);
      expect(await expectRows({ q: wanted })).toEqual([wanted]);
      await list.search.fill('nothing of this');
      await expect(page.getByText(`No ${labels.one} matches “nothing of this”`)).toBeVisible();
      await page.getByRole('button', { name: 'Clear search' }).click();
      await expect(list.pages.getByRole('status')).toHaveText(allOf);
      await expect(page).toHaveURL(addressOf(sort));
    } else await expect(page.getByRole('searchbox')).toHaveCount(0);
    for (const { key, none, all } of filters) {
      await list.open(`?${key}=${noId}`);
      await expect(page.getByText(none)).toBeVisible();
      await page.getByRole('button', { name: all }).click();
      await expect(list.pages.getByRole('status')).toHaveText(allOf);
    }
  });
}

function testRefusals(resource: ResourceDefinition): void {
  const { create, update, remove } = resource.calls;
  // The form of these is a page, not a dialog over the list; redirects.spec.ts says the same of redirects, and more.
  if ((!create && !update && !remove) || resource.form?.page || resource === redirects) return;
  test(`${resource.labels.many}: what a new one needs is said, and why the server refuses a change or a delete`, async ({
    signedInProfile,
    site,
    api,
  }) => {
    const [record] = await seedRecords(api, resource, site.id, 1, 600);
    if (!record) throw new Error('There is no record.');
    const { page } = await signedInProfile();
    const list = recordsPage(page, resource, site.id);
    const summary = list.form.getByRole('region', { name: 'What needs another look' });
    const name = String(record[resource.nameKey]);

    // Records about something are created where that is shown.
    if (create && resource.about.length === 0) {
      await list.open(`/${resource.newPath ?? 'new'}`);
      // Its buttons are there before its fields, without an effect.
      await expect(list.field(resource.fields[0]?.label ?? '')).toBeVisible();
      // The build writes class names in place of recipes, so this shows only here.
      await expect
        .poll(async () => (await list.form.boundingBox())?.width)
        .toBe({ '40rem': 640, '80rem': 1280, '80%': 0.8 * 1440 }[resource.formWidth ?? '40rem']);
      await list.save.click();
      const needed = fieldsFor('create', resource.fields).filter((field) => field.required && !field.when && blankValue(field) === null);
      await expect(summary.getByRole('link')).toHaveText(needed.map(({ label }) => `${label} is required.`));
      await list.cancel.click();
    } else await list.open();

    if (update) {
      const key = namedBy(resource);
      const field = resource.fields.find((each) => each.key === key);
      const value = String(sampleRecord(resource, 'changed')[key]);
      await list.choose(name, 'Edit');
      await list.fill({ [field?.label ?? key]: value });
      const accept = await refuse(page, update, record.id, {
        code: 'validation_failed',
        message: 'No.',
        fields: { [key]: 'Not this one.' },
      });
      await list.save.click();
      await expect(summary.getByRole('link', { name: 'Not this one.' })).toBeVisible();
      await expect(list.field(field?.label ?? key)).toHaveValue(value);
      await accept();
      await list.saved();
      const { data } = await serverPage(api, resource, site.id, { per_page: '100' });
      expect(data.find(({ id }) => id === record.id)).toMatchObject({ [key]: value });
    }
    if (remove) {
      const { data: before } = await serverPage(api, resource, site.id, { per_page: '100' });
      const current = String(before.find(({ id }) => id === record.id)?.[resource.nameKey]);
      await list.choose(current, 'Delete…');
      const accept = await refuse(page, remove, record.id, { code: 'forbidden', message: 'This one stays.' });
      await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(list.question.getByRole('alert')).toContainText('This one stays.');
      await accept();
      await list.question.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(list.question).toBeHidden();
      await expect(list.row(current)).toBeHidden();
      const { data: after } = await serverPage(api, resource, site.id, { per_page: '100' });
      expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id).filter((id) => id !== record.id));
    }
  });
}

interface Refusal {
  readonly code: 'validation_failed' | 'forbidden';
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Lets the server refuse a call about a record, until the returned function is called. */
async function refuse(page: Page, call: RecordCall, id: string, error: Refusal): Promise<() => Promise<void>> {
  const path = call.path.replace('{websiteId}', '*').replace('{id}', id);
  const url = `**/api${path}`;
  await page.route(url, (route) =>
    route.request().method() === call.method
      ? route.fulfill({ status: error.code === 'forbidden' ? 403 : 422, json: { error } })
      : route.fallback(),
  );
  return () => page.unroute(url);
}
