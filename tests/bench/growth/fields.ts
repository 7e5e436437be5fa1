import type { Page } from 'playwright';
import { formBuilder } from '../../e2e/models/form-builder.ts';
import { demo } from '../../support/accounts.ts';
import { signedInApi } from '../../support/api.ts';
import { websiteId } from '../../support/ready-conditions.ts';
import { clickUntilNotified } from '../../support/stopwatch.ts';
import { dismissNotifications, typeInto } from '../screens.ts';
import { startSide } from '../sides.ts';
import { newContext } from '../visit.ts';
import type { Growth, Sized } from './growth.ts';

/** The builder with a field whose label can be typed. */
async function openField({ bench, path }: Sized) {
  const context = await newContext(bench, { signedIn: true, serviceWorker: true });
  const page = await context.newPage();
  await page.goto(path);
  const builder = formBuilder(page, websiteId);
  await builder.edit('Field 3').click();
  return { page, label: builder.control('Label') };
}

async function* keys(sized: Sized) {
  const { page, label } = await openField(sized);
  for (;;) yield { key: await typeInto(page, label) };
}

const save = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Save / })
    .first();

async function* saves(sized: Sized) {
  const { page, label } = await openField(sized);
  for (let round = 0; ; round += 1) {
    await dismissNotifications(page);
    await label.fill(`Field 3 of round ${round}`);
    yield { save: [await clickUntilNotified(page, () => save(page).click(), 'Form successfully saved')] };
  }
}

/** Fields of a form. */
export const fields: Growth = {
  name: 'fields',
  sizes: [6, 200],
  open: async (made, browser, size) => {
    const bench = await startSide(made, browser);
    const api = await signedInApi(bench.origin, demo);
    const all = Array.from({ length: size }, (_, at) => ({ type: 'text', key: `f${at}`, label: `Field ${at}` }));
    const formId = await api.create(`/websites/${websiteId}/forms`, { definition: { name: 'Long', fields: all } });
    return { bench, size, path: `/website/${websiteId}/forms/edit/${formId}` };
  },
  measures: [
    {
      figures: {
        key: {
          name: 'Key to next frame in a form’s field',
          withP95: true,
          bound: { ratio: 2, because: 'a letter is a new value of the whole form, which is checked, compared and drawn beside the editor' },
        },
      },
      rounds: 4,
      isUnpaced: true,
      take: keys,
    },
    {
      figures: {
        save: {
          name: 'Save of the form, confirmed by the server',
          withP95: true,
          bound: { ratio: 3, because: 'a save sends, checks and stores the whole form' },
        },
      },
      rounds: 20,
      take: saves,
    },
  ],
};
