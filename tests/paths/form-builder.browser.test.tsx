import { newFormDetails } from '#contract/entities/form-details.ts';
import type { FieldValue, FormFieldsField } from '#contract/fields/field.ts';
import { type FormEntry, type FormFieldType, formFieldNames } from '#contract/forms/form-field.ts';
import { formFieldsRules, formFieldsValue } from '#contract/forms/form-fields-rules.ts';
import type { formBuilderMachine } from '#machines/form-builder/form-builder.machine.ts';
import type { FormBuilderContext, UsedKey } from '#machines/form-builder/form-builder.types.ts';
import { createRoute } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FieldDataContext } from '#src/fields/field-data.ts';
import { FormFieldsFieldView } from '#src/fields/form-fields-field.tsx';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { builderPagePlan, builderRules } from './builder-page-plan.ts';
import { centreOf, mouseDrag } from './mouse.ts';
import { routesPage } from './routes-page.tsx';
import { type PageMoment, walkOnPage } from './walk-on-page.ts';

vi.mock('#src/app/use-machine-actor.ts', () => import('./walked-actor.ts'));

type Moment = PageMoment<typeof formBuilderMachine>;

interface Keys {
  readonly usedKeys: readonly UsedKey[];
  readonly storedFields: readonly FormEntry[];
}

/** What the form around the builder does to it: by its undo, or somebody else's change, it has other fields; its submissions are counted. */
let around: { readonly replace: (fields: readonly FormEntry[]) => void; readonly setKeys: (keys: Keys) => void };

const field: FormFieldsField = { kind: 'formFields', key: 'fields', label: 'Fields', rules: formFieldsRules };
const none = () => undefined;
const message = 'Look at the fields again.';

/** The field of a form that has the builder, below a summary as after a save that was refused. */
function Form({ fields }: { readonly fields: readonly FormEntry[] }) {
  const [value, setValue] = useState<FieldValue>(() => formFieldsValue(fields));
  const [{ usedKeys, storedFields }, setKeys] = useState<Keys>({ usedKeys: [], storedFields: [] });
  around = { replace: (next) => setValue(formFieldsValue(next)), setKeys };
  const data = useMemo(() => {
    const used = usedKeys.map(({ key, submissions }) => ({ key, submissions }));
    return { record: { values: {}, details: { ...newFormDetails, used_keys: used } } };
  }, [usedKeys]);
  const stored = useMemo(() => formFieldsValue(storedFields), [storedFields]);
  return (
    <FieldDataContext value={data}>
      <ErrorSummary errors={[{ id: 'fields', message }]} attempt={0} />
      <FormFieldsFieldView
        field={field}
        id="fields"
        value={value}
        stored={stored}
        error={message}
        changed={false}
        onChange={setValue}
        onBlur={none}
        onRevert={none}
      />
    </FieldDataContext>
  );
}

const list = page.getByRole('list', { name: 'Fields', includeHidden: true });
const palette = page.getByRole('region', { name: 'Field types', includeHidden: true });
const editor = page.getByRole('region', { name: / properties$/u, includeHidden: true });
const menu = page.getByRole('dialog', { name: 'Add a field' });
const search = menu.getByRole('combobox', { name: 'Search field types' });

const rows = () => list.getByRole('listitem', { includeHidden: true });
const row = (id: string, { snapshot }: Moment) => rows().nth(snapshot.context.fields.findIndex((field) => field.id === id));
const handle = (id: string, now: Moment) => row(id, now).getByRole('button', { name: /^Move /u });
/** The name of the field, which opens its editor. */
const nameOf = (id: string, now: Moment) => row(id, now).getByRole('button').nth(1);
const typeIn = (type: FormFieldType) => palette.getByRole('button', { name: formFieldNames[type], exact: true });

async function choose(id: string, now: Moment, item: RegExp): Promise<void> {
  await row(id, now)
    .getByRole('button', { name: /^More for /u })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

const drag = mouseDrag();
let places: readonly ReturnType<typeof centreOf>[] = [];
/** A row, or a type of the palette. */
function dragWith(element: Element): Promise<void> {
  places = rows().elements().map(centreOf);
  return drag.lift(element, isLifted);
}

/** Where the mouse has to be, so that what is dragged goes to a place. A new field goes above or below the row that it is over. */
function pointOf(at: number | null, { lifted }: FormBuilderContext) {
  const { x, y, height } = places[Math.min(at ?? 0, places.length - 1)] ?? { x: 0, y: 0, height: 0 };
  if (at === null) return drag.from() ?? { x, y };
  return { x, y: lifted?.source.kind === 'new' ? y + (at < places.length ? -height : height) / 4 : y };
}

const isAnnounced = (text: RegExp): boolean =>
  page
    .getByRole('status')
    .elements()
    .some(({ textContent }) => text.test(textContent));
/** A row that is lifted, or the form that a new field is dragged into. */
const isLifted = () => document.querySelector('[data-lifted], [data-dragged], [data-target]') !== null;

await walkOnPage<typeof formBuilderMachine>({
  name: 'form-builder',
  plan: builderPagePlan,
  rules: builderRules,
  open: ({ fields }) =>
    routesPage((root) => [createRoute({ getParentRoute: () => root, path: '/', component: () => <Form fields={fields} /> })], '/').page,
  events: {
    'fields.replaced': async ({ fields }) => around.replace(fields),
    'keys.changed': async ({ usedKeys, storedFields }) => around.setKeys({ usedKeys, storedFields }),
    'field.lifted': async ({ id, by }, now) => {
      if (by === 'pointer') return dragWith(handle(id, now).element());
      handle(id, now).element().focus();
      return userEvent.keyboard(' ');
    },
    'new.lifted': ({ fieldType }) => dragWith(typeIn(fieldType).element()),
    'lifted.movedTo': async ({ at }, { snapshot }) => {
      const text = at === null ? /left the form$/u : new RegExp(` moved to ${at + 1} of `, 'u');
      await drag.moveTo(pointOf(at, snapshot.context), () => isAnnounced(text));
    },
    'lifted.stepped': () => userEvent.keyboard('{ArrowDown}'),
    'lifted.dropped': () => (drag.from() ? drag.release() : userEvent.keyboard(' ')),
    'lifted.cancelled': async () => {
      await userEvent.keyboard('{Escape}');
      await drag.release();
    },
    'field.moved': ({ id, by }, now) => choose(id, now, by === 'down' ? /^Move down/u : /^Move up/u),
    'field.duplicated': ({ id }, now) => choose(id, now, /^Duplicate/u),
    'field.deleted': async ({ id }, now) => {
      const { fields } = now.snapshot.context;
      const at = fields.findIndex((field) => field.id === id);
      const next = fields[at + 1] ?? fields[at - 1];
      nameOf(id, now).element().focus();
      await userEvent.keyboard('{Delete}');
      // The next row is at its place now.
      if (next)
        await expect
          .element(
            rows()
              .nth(Math.min(at, fields.length - 2))
              .getByRole('button')
              .nth(1),
          )
          .toHaveFocus();
    },
    'deletion.undone': () => page.getByRole('log').getByRole('button', { name: 'Undo' }).click(),
    'field.opened': ({ id }, now) => nameOf(id, now).click(),
    'field.edited': ({ edit }) =>
      editor.getByRole('textbox', { name: 'Label', exact: true }).fill('value' in edit ? String(edit.value) : ''),
    'problem.opened': () => page.getByRole('link', { name: message }).click(),
    'editor.closed': () => page.getByRole('button', { name: 'Close the editor of this field' }).click(),
    'menu.opened': async ({ below }, now) => {
      nameOf(below ?? '', now)
        .element()
        .focus();
      await userEvent.keyboard('/');
    },
    'menu.searched': ({ query }) => search.fill(query),
    'menu.closed': () => userEvent.keyboard('{Escape}'),
    'type.chosen': ({ fieldType }, { snapshot }) => {
      const name = formFieldNames[fieldType];
      return (
        snapshot.matches({ menu: 'open' }) ? menu.getByRole('option', { name: new RegExp(`^${name}`, 'u') }) : typeIn(fieldType)
      ).click();
    },
  },
  alongside: {
    'fields.replaced': 'What the builder has changed comes back to it as the value of the form.',
    'keys.changed': 'The form gives its keys when it is drawn.',
    'lifted.movedTo': 'A mouse comes to a place over others, and over none.',
  },
  states: {
    'arranging.idle': async () => {
      await expect.element(list).toBeInTheDocument();
      await expect.poll(isLifted).toBe(false);
    },
    'arranging.lifted': () => expect.poll(isLifted).toBe(true),
    'editor.closed': async () => {
      await expect.element(palette).toBeVisible();
      await expect.element(editor).not.toBeInTheDocument();
    },
    'editor.open': async ({ snapshot }) => {
      await expect.element(editor).toBeVisible();
      await expect.element(palette).toBeInTheDocument();
      const { fields, selectedId } = snapshot.context;
      const field = fields.find(({ id }) => id === selectedId)?.field;
      const label = field && 'label' in field ? field.label : '';
      await expect.element(editor.getByLabelText('Label', { exact: true })).toHaveValue(label);
    },
    'menu.closed': () => expect.element(menu).not.toBeInTheDocument(),
    'menu.open': () => expect.element(search).toBeVisible(),
  },
  always: ({ snapshot }) => expect.poll(() => rows().elements().length).toBe(snapshot.context.fields.length),
});
