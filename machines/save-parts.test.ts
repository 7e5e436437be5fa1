import { expect, it } from 'vitest';
import type { SettingsSubmitted } from './ports.ts';
import { combineSaves } from './save-parts.ts';

const saved: SettingsSubmitted = { kind: 'saved' };
const kept: SettingsSubmitted = { kind: 'kept', reason: { kind: 'offline' } };
const refused: SettingsSubmitted = { kind: 'refused', message: 'No.', fields: { phone: 'Too long.' } };
const part = (keys: readonly string[], submitted: SettingsSubmitted) => ({ keys, submitted });

it('is saved only where every part is', () => {
  expect(combineSaves([])).toMatchObject({ kind: 'failed' });
  expect(combineSaves([part(['phone'], saved), part(['email'], saved)])).toEqual(saved);
  expect(combineSaves([part(['phone'], saved), part(['email'], kept)])).toEqual(kept);
});

it('answers a refusal with the keys that were accepted', () => {
  expect(combineSaves([part(['phone'], refused), part(['email'], saved), part(['fax'], kept)])).toEqual({
    ...refused,
    accepted: { saved: ['email'], kept: ['fax'] },
  });
});

it('answers every refusal, each message once', () => {
  const other: SettingsSubmitted = { kind: 'refused', message: 'Nor that.', fields: { fax: 'Too short.' } };
  expect(combineSaves([part(['phone'], refused), part(['email'], refused), part(['fax'], other)])).toMatchObject({
    message: 'No. Nor that.',
    fields: { phone: 'Too long.', fax: 'Too short.' },
  });
});

it('forgets a refusal of what a later part has saved', () => {
  expect(combineSaves([part(['phone'], refused), part(['phone'], saved)])).toEqual(saved);
});

it('counts what waits for a choice as being on this device', () => {
  expect(combineSaves([part(['phone'], { kind: 'conflict' }), part(['email'], saved)])).toEqual({
    kind: 'conflict',
    accepted: { saved: ['email'], kept: ['phone'] },
  });
});
