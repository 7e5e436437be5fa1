import { expect, it } from 'vitest';
import { createdIn } from './outbox-entries.ts';

it('a row of an earlier version, which has no collection, counts for every one', () => {
  const row = { userId: 'u1', createdAt: 0 };
  const rows = [
    { ...row, localId: 'local:1', serverId: '1' },
    { ...row, localId: 'local:2', serverId: '2', collection: 'record/redirect/5/' },
    { ...row, localId: 'local:3', serverId: '3', collection: 'blocks/5' },
  ];
  expect(createdIn(rows, 'record/redirect/5/')).toEqual(['1', '2']);
  expect(createdIn(rows, 'blocks/5')).toEqual(['1', '3']);
});
