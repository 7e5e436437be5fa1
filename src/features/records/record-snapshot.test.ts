import { popups } from '#contract/resources/popups.ts';
import { redirects } from '#contract/resources/redirects.ts';
import type { SettingWrite } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import type { Field } from '#contract/fields/field.ts';
import type { RecordReading } from '#machines/record-list/record-list.ports.ts';
import { expect, it } from 'vitest';
import { recordBaseOf, defaultsOf, recordScreen, recordSnapshot, savedOf, valuesOf } from './record-snapshot.ts';

const fields: readonly Field[] = [
  { kind: 'text', key: 'title', label: 'Title' },
  { kind: 'checkbox', key: 'shown', label: 'Shown' },
  { kind: 'number', key: 'delay', label: 'Delay' },
  { kind: 'images', key: 'pictures', label: 'Pictures', accept: ['png'] },
];
const write = (key: string, ...value: readonly Json[]): SettingWrite => ({
  ...{ key, value: value.length === 0 ? null : [...value], category: 'style', type: null },
});
const reading: RecordReading = {
  id: '7',
  stored: { title: 'Before', shown: false, delay: null, pictures: ['1', '2'] },
  values: { title: 'After', shown: false, delay: null, pictures: ['1', '2'] },
  pendingFields: { title: { status: 'pending', message: null } },
  confirmedWrites: { title: 'Before' },
  isDeleting: false,
  fetchedAt: 5,
};

it('gives the fields of a record as settings: several ids are one list, an empty value is null', () => {
  const snapshot = recordSnapshot(fields, reading, null);
  expect(snapshot.settings).toEqual([
    { key: 'title', value: ['After'] },
    { key: 'shown', value: [false] },
    { key: 'delay', value: null },
    { key: 'pictures', value: ['1', '2'] },
  ]);
  expect(snapshot.base[0]).toEqual({ key: 'title', value: ['Before'] });
  expect(snapshot).toMatchObject({ pendingFields: reading.pendingFields, confirmedWrites: { title: ['Before'] }, fetchedAt: 5 });
});

it('has what its create holds as the base of a record that was created on this device', () => {
  expect(recordSnapshot(fields, { ...reading, stored: null }, null).base[0]).toEqual({ key: 'title', value: ['After'] });
  expect(recordSnapshot(fields, null, null)).toMatchObject({ settings: [], base: [] });
});

it('gives the values of a save as the record stores them: an empty text is null', () => {
  const all = [write('title', '  '), write('shown', true), write('delay', 3), write('pictures', '3', '4')];
  expect(valuesOf(fields, all)).toEqual({ title: null, shown: true, delay: 3, pictures: ['3', '4'] });
  expect(valuesOf(fields, [write('delay')]), 'unchanged fields are not sent').toEqual({ delay: null });
  expect(recordBaseOf(fields, { title: ['Before'], pictures: null })).toEqual({ title: 'Before', pictures: [] });
  expect(defaultsOf(fields)).toEqual({ title: null, shown: false, delay: null, pictures: [] });
});

it('names the form after the record, so that each record has its own draft', () => {
  expect(recordScreen(redirects, null)).toMatchObject({
    id: 'record/redirect/new',
    title: 'Create New Redirect',
    path: 'admin/redirects/new',
  });
  const scope = { theme: null, value: () => undefined, setting: () => undefined };
  const remarks = (content: string) => recordScreen(popups, '7').warnings?.list({ fields: new Map(), values: { content }, scope });
  expect(remarks('<iframe src="x"></iframe>Hi')).toEqual([{ key: 'content', message: 'The website leaves out of the content: a frame.' }]);
  expect(remarks('<p>Hi</p>')).toEqual([]);
  expect(recordScreen(redirects, '7')).toMatchObject({ id: 'record/redirect/7', title: 'Edit Redirect', path: 'admin/redirects/edit/7' });
});

it('gives the form the result of a save', () => {
  expect(savedOf({ kind: 'saved', id: '7' })).toEqual({ kind: 'saved' });
  expect(savedOf({ kind: 'pending', id: 'local:1', reason: { kind: 'offline' } })).toEqual({
    kind: 'pending',
    reason: { kind: 'offline' },
  });
  expect(savedOf({ kind: 'conflict' })).toEqual({ kind: 'conflict' });
});
