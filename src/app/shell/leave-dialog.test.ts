import { expect, it } from 'vitest';
import { describeUnsaved } from './leave-dialog.tsx';

it('says how much is unsaved, and what happens to it', () => {
  expect(describeUnsaved({ fields: 1, secret: false, saving: true })).toBe(
    '1 change is unsaved. If you leave without saving, it is kept on this device until you come back.',
  );
  expect(describeUnsaved({ fields: 3, secret: false, saving: true })).toBe(
    '3 changes are unsaved. If you leave without saving, they are kept on this device until you come back.',
  );
});

it('says that a secret is lost, since no draft contains it', () => {
  expect(describeUnsaved({ fields: 1, secret: true, saving: true })).toContain('it is not kept');
  expect(describeUnsaved({ fields: 2, secret: true, saving: true })).toContain('all but the secret');
});

it('distinguishes a save in flight from one that has ended since', () => {
  expect(describeUnsaved({ fields: 0, secret: false, saving: true })).toContain('being saved');
  expect(describeUnsaved({ fields: 0, secret: false, saving: false })).toBe('Everything is saved now.');
});
