import { expect, it } from 'vitest';
import { editorHistory } from './editor-history.ts';

const none = { undo: null, redo: null };
const list = { undo: 'Move Cover', redo: 'Hide Staff' };

it.each([
  [
    'the form’s own steps first',
    { undo: 'Title', redo: 'Text' },
    true,
    { undo: { of: 'form', label: 'Title' }, redo: { of: 'form', label: 'Text' } },
  ],
  ['then the list’s steps', none, false, { undo: { of: 'list', label: 'Move Cover' }, redo: { of: 'list', label: 'Hide Staff' } }],
  ['but no step of the list while the form has unsaved changes, as of a restored draft', none, true, none],
  [
    'undo and redo independently',
    { undo: null, redo: 'Title' },
    false,
    { undo: { of: 'list', label: 'Move Cover' }, redo: { of: 'form', label: 'Title' } },
  ],
])('%s', (_, form, isDirty, expected) => {
  expect(editorHistory(form, list, isDirty)).toEqual(expected);
});

it('has no step where there is none', () => {
  expect(editorHistory(none, none, false)).toEqual(none);
});
