import { expect, it } from 'vitest';
import { initial, open } from './settings-screen.opened.ts';
import { snapshotOf } from './settings-screen.paths.ts';

it('is no longer told of once the choice is made elsewhere', async () => {
  const { answer, hear, save, type, view } = await open();
  type('phone', '2');
  save();
  await answer('submitSettings', { kind: 'conflict' });
  expect(view().status).toBe('conflict');
  hear(snapshotOf({ ...initial, phone: '7' }, { waiting: { phone: { status: 'conflict', message: null } } }));
  expect(view()).toMatchObject({ status: 'conflict', banners: [{ kind: 'conflict' }] });
  hear(snapshotOf({ ...initial, phone: '7' }));
  expect(view()).toMatchObject({ status: 'pristine', banners: [] });
});
