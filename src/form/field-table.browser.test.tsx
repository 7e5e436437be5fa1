import type { Field } from '#contract/fields/field.ts';
import { settingsScreen } from '#contract/settings/screen.ts';
import type { PendingChange } from '#machines/ports.ts';
import { open } from '#machines/settings-screen/settings-screen.opened.ts';
import { snapshotOf, stored } from '#machines/settings-screen/settings-screen.paths.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { useSelector } from '@xstate/react';
import { expect, it } from 'vitest';
import { FieldTable } from './field-table.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const at = rootForEach();

const toggle = (key: string, label: string): Field => ({ kind: 'toggle', key, label });
const layout = {
  columns: ['Beds', 'Cars'],
  rows: [
    { label: 'House', keys: ['house_beds', 'house_cars'] },
    { label: 'Land', keys: ['land_beds', 'land_cars'] },
  ],
};
const fields = [
  ...[toggle('house_beds', 'House: beds'), toggle('house_cars', 'House: cars')],
  ...[toggle('land_beds', 'Land: beds'), toggle('land_cars', 'Land: cars')],
];
const screen = settingsScreen({ id: 'stats', path: 'stats', title: 'Stats', category: 'social', sections: [{ table: layout, fields }] });

type Opened = Awaited<ReturnType<typeof open>>;

function Table({ actor }: { readonly actor: Opened['actor'] }) {
  const [section] = settingsScreenView(useSelector(actor, (snapshot) => snapshot)).sections;
  return section ? <FieldTable actor={actor} saving={false} caption="Stats" layout={layout} fields={section.fields} /> : null;
}

it('resolves the conflict of each toggle separately', async () => {
  const conflict: PendingChange = { status: 'conflict', message: null, conflict: { opId: 'op', value: ['1'], at: null, by: 'Mia' } };
  const mine = { house_beds: '0', house_cars: '1', land_beds: '1', land_cars: '0' };
  const base = stored({ ...mine, house_beds: '1', land_cars: '1' });
  const { actor, fakes, receive } = await open(
    snapshotOf(mine, { base, pendingFields: { house_beds: conflict, land_cars: conflict } }),
    screen,
  );
  at.root.render(<Table actor={actor} />);
  const marks = () => [...at.place.querySelectorAll<HTMLElement>('td button[aria-expanded]')];
  await expect.poll(() => marks().length).toBe(2);
  expect(at.place.querySelector('fieldset'), 'no picker opens by itself').toBeNull();
  const [bedsMark, carsMark] = marks();
  const chooser = async (mark: HTMLElement | undefined, legend: string) => {
    mark?.click();
    await expect.poll(() => at.place.querySelector('legend')?.textContent).toBe(`${legend}Mia changed this too. Choose which to keep.`);
    expect(mark?.ariaExpanded).toBe('true');
    return at.place.querySelector('fieldset');
  };
  const beds = await chooser(bedsMark, 'House: beds');
  expect([...(beds?.querySelectorAll('label') ?? [])].map(({ textContent }) => textContent)).toEqual(['YoursHide', 'On the serverShow']);
  beds?.querySelectorAll('input')[0]?.click();
  const cars = await chooser(carsMark, 'Land: cars');
  cars?.querySelectorAll('input')[1]?.click();
  await expect.poll(() => cars?.querySelector('button')?.ariaDisabled).toBeNull();
  cars?.querySelector('button')?.click();
  await expect
    .poll(() => fakes.last('resolveConflicts').input)
    .toMatchObject({ decided: [{ opId: 'op', choices: { land_cars: 'theirs' } }] });
  expect(document.activeElement?.id, 'the focus goes to the toggle').toBe('land_cars');

  // The other one is resolved in another tab while its picker is open.
  await chooser(bedsMark, 'House: beds');
  bedsMark?.focus();
  receive(snapshotOf(mine, { base }));
  await expect.poll(() => at.place.querySelector('legend')?.textContent).toContain('This is resolved');
  expect(document.activeElement?.ariaLabel).toBe('Resolved. Close the choice for House: beds');
  bedsMark?.click();
  await expect.poll(() => at.place.querySelector('fieldset')).toBeNull();
  expect(document.activeElement?.id).toBe('house_beds');
});
