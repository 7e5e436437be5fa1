import { createPortal } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { act, useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { ChoiceFieldView } from '#src/fields/choice-field.tsx';
import { CodeEditor } from '#src/fields/code/code-editor.tsx';
import { FieldDataContext } from '#src/fields/field-data.ts';
import { useFormKeys } from './use-form-keys.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const sent: string[] = [];
const menu = { kind: 'menu', key: 'header_menu', label: 'Header menu' } as const;
const noop = () => undefined;
let root: Root;

function Page() {
  const page = useRef<HTMLDivElement>(null);
  useFormKeys(page, (action) => sent.push(action));
  const field: Field = menu;
  const value: FieldValue = null;
  const rest = { field, id: field.key, value, error: null, changed: false, pendingMark: null, onChange: noop, onBlur: noop };
  const menus = { status: 'ready', items: [{ id: '1', label: 'Main' }], total: 200 } as const;
  return (
    <div ref={page}>
      <input aria-label="Plain" />
      <FieldDataContext value={{ lists: { menu: menus }, useFound: () => ({ status: 'loading' }) }}>
        <ChoiceFieldView {...rest} field={menu} onRevert={noop} />
      </FieldDataContext>
      <CodeEditor
        id="css"
        label="CSS"
        description=""
        value="a"
        language="text"
        maxCharacters={null}
        disabled={false}
        invalid={false}
        required={false}
        onChange={noop}
        onBlur={noop}
      />
      {createPortal(
        <>
          <input aria-label="In a sheet of the form" data-of-form="" />
          <input aria-label="In another dialog" />
        </>,
        document.body,
      )}
    </div>
  );
}

beforeEach(async () => {
  sent.length = 0;
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () => root.render(<Page />));
});
afterEach(() => act(() => root.unmount()));

function press(key: string, target: Element | null | undefined): boolean {
  if (!target) throw new Error('nothing to press a key in');
  const event = new KeyboardEvent('keydown', {
    key,
    code: `Key${key.toUpperCase()}`,
    ctrlKey: true,
    bubbles: true,
    composed: true,
    cancelable: true,
  });
  return target.dispatchEvent(event);
}
const editor = () => document.getElementById('css')?.shadowRoot;

it('undoes the form in all its fields, the code editor too', () => {
  press('z', document.querySelector('[aria-label=Plain]'));
  press('z', editor()?.querySelector('.cm-content'));
  expect(sent).toEqual(['undo.requested', 'undo.requested']);
});

it('undoes the form in a sheet that edits it, and not in another dialog', () => {
  press('z', document.querySelector('[aria-label="In a sheet of the form"]'));
  press('z', document.querySelector('[aria-label="In another dialog"]'));
  expect(sent).toEqual(['undo.requested']);
});

it('leaves the search box of a long list to its own undo', () => {
  const search = document.querySelector('[aria-label="Search for Header menu"]');
  expect(press('z', search)).toBe(true);
  expect(press('y', search)).toBe(true);
  expect(sent).toEqual([]);
  press('s', search);
  expect(sent).toEqual(['save.requested']);
});

it('leaves the code editor’s search to its own undo', () => {
  press('f', editor()?.querySelector('.cm-content'));
  press('z', editor()?.querySelector('.cm-search input'));
  expect(sent).toEqual([]);
});
