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
  ['then the list’s', none, false, { undo: { of: 'list', label: 'Move Cover' }, redo: { of: 'list', label: 'Hide Staff' } }],
  ['but not under what is unsaved: a restored draft', none, true, none],
  [
    'each for itself',
    { undo: null, redo: 'Title' },
    false,
    { undo: { of: 'list', label: 'Move Cover' }, redo: { of: 'form', label: 'Title' } },
  ],
])('%s', (_, form, isDirty, expected) => {
  expect(editorHistory(form, list, isDirty)).toEqual(expected);
});

it('nothing where there is nothing', () => {
  expect(editorHistory(none, none, false)).toEqual(none);
});
