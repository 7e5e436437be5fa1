import { expect, it } from 'vitest';
import type { SettingsSaveResult } from './ports.ts';
import { combineSaves, keyStatusOf } from './save-parts.ts';

const saved: SettingsSaveResult = { kind: 'saved' };
const pending: SettingsSaveResult = { kind: 'pending', reason: { kind: 'offline' } };
const refused: SettingsSaveResult = { kind: 'refused', message: 'No.', fields: { phone: 'Too long.' } };
const part = (keys: readonly string[], submitted: SettingsSaveResult) => ({ keys, result: submitted });

it('is saved only where every part is', () => {
  expect(combineSaves([])).toMatchObject({ kind: 'failed' });
  expect(combineSaves([part(['phone'], saved), part(['email'], saved)])).toEqual(saved);
  const combined = combineSaves([part(['phone'], saved), part(['email'], pending)]);
  expect(combined).toEqual({ ...pending, accepted: { saved: ['phone'], pending: ['email'] } });
  expect(['phone', 'email'].map((key) => keyStatusOf(combined, key))).toEqual(['saved', 'pending']);
});

it('answers a refusal with the keys that were accepted', () => {
  expect(combineSaves([part(['phone'], refused), part(['email'], saved), part(['fax'], pending)])).toEqual({
    ...refused,
    accepted: { saved: ['email'], pending: ['fax'] },
  });
});

it('answers every refusal, each message once', () => {
  const other: SettingsSaveResult = { kind: 'refused', message: 'Nor that.', fields: { fax: 'Too short.' } };
  expect(combineSaves([part(['phone'], refused), part(['email'], refused), part(['fax'], other)])).toMatchObject({
    message: 'No. Nor that.',
    fields: { phone: 'Too long.', fax: 'Too short.' },
  });
});

it('forgets a refusal of what a later part has saved', () => {
  expect(combineSaves([part(['phone'], refused), part(['phone'], saved)])).toEqual(saved);
});

it('counts a change in conflict as pending', () => {
  expect(combineSaves([part(['phone'], { kind: 'conflict' }), part(['email'], saved)])).toEqual({
    kind: 'conflict',
    accepted: { saved: ['email'], pending: ['phone'] },
  });
});
