import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { FormChoiceField, MenuField } from '#contract/fields/field.ts';
import { ChoiceFieldView } from './choice-field.tsx';
import { type Choices, FieldDataContext } from './field-data.ts';

const menu: MenuField = { kind: 'menu', key: 'header_menu', label: 'Header menu', required: true };
const form: FormChoiceField = { kind: 'form', key: 'footer_form', label: 'Form' };
const none: Choices = { status: 'ready', items: [], total: 0 };
const rest = { error: null, changed: false, onChange: () => undefined, onBlur: () => undefined, onRevert: () => undefined };

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const draw = (field: MenuField | FormChoiceField, value: string | null, choices: Choices = none) =>
  renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <FieldDataContext value={{ websiteId: '5', lists: { [field.kind]: choices } }}>
        <ChoiceFieldView {...rest} field={field} id={field.key} value={value} />
      </FieldDataContext>
    </RouterContextProvider>,
  );

describe('a choice without options', () => {
  it('says why it is empty, where its options are made, and that it blocks nothing', () => {
    const drawn = draw(menu, null);
    expect(drawn).toContain('This website has no menus yet');
    expect(drawn).toMatch(/Make a menu in <\/span><a [^>]*href="\/website\/5\/menu">Appearance, Menus<\/a><span>\./u);
    expect(drawn).toContain('Everything else here can be saved meanwhile.');
    expect(draw({ ...form, required: true }, null)).toContain('This website has no forms yet');
  });

  it('is a choice while a list is long, is on its way, lacks only the stored item, or may be left out', () => {
    for (const drawn of [
      draw(menu, null, { status: 'ready', items: [], total: 7 }),
      draw(menu, null, { status: 'loading' }),
      draw(menu, '7'),
      draw(form, null),
    ])
      expect(drawn).not.toContain('data-no-choices');
  });
});
