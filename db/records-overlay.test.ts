import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { domains } from '#contract/resources/domains.ts';
import { expect, it } from 'vitest';
import { applyPending, withoutTaken } from './records-overlay.ts';

function entry(id: string, values: { readonly [key: string]: boolean }, more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    seq: 1,
    opId: 'op',
    userId: 'u1',
    accountId: null,
    websiteId: 'w1',
    recordVersion: 1,
    appVersion: 'test',
    resource: 'domain',
    mutation: 'update',
    target: { entity: 'domain', scope: '5', id },
    dependsOn: [],
    body: { id, name: id, values },
    base: {},
    fileIds: [],
    status: 'pending',
    attempts: 0,
    mayHaveBeenApplied: false,
    troubles: 0,
    maybeOurs: {},
    maybeApplied: [],
    nextAttemptAt: null,
    lastError: null,
    createdAt: 0,
    ...more,
  };
}

const stored = ['1', '2', '3'].map((id) => ({ id, domain: `${id}.example`, is_primary: id === '1' }));
const primaries = (...entries: readonly OutboxEntry[]) =>
  applyPending(domains, stored, entries).rows.flatMap(({ id, values }) => (values['is_primary'] === true ? [id] : []));

it('a flag that one record has moves to the record that got it last', () => {
  expect(primaries()).toEqual(['1']);
  expect(primaries(entry('2', { is_primary: true }))).toEqual(['2']);
  expect(primaries(entry('2', { is_primary: true }), entry('3', { is_primary: true }))).toEqual(['3']);
  expect(primaries(entry('2', { is_primary: true }), entry('1', { is_primary: true }))).toEqual(['1']);
  expect(primaries(entry('2', { is_microsite: true }))).toEqual(['1']);
});

it('stays where the change that takes it was rejected', () => {
  expect(withoutTaken(domains, '1', { is_primary: true }, [entry('2', { is_primary: true }, { status: 'rejected' })])).toEqual({
    is_primary: true,
  });
});
