import { expect, it } from 'vitest';
import { runActions, runReport, syncs } from './syncs.ts';

const hour = 3_600_000;
const now = Date.parse('2026-06-01T12:00:00Z');
const warnings = (sync_frequency: number, hoursAgo: number | null, last_error: string | null = null) =>
  syncs.warningsNow?.(
    { sync_frequency, last_error, last_run: hoursAgo === null ? null : new Date(now - hoursAgo * hour).toISOString() },
    now,
  );

it('a sync that has not run for longer than it should is overdue; one that never ran is not', () => {
  expect(warnings(3600, 9)).toEqual(['Expected hourly, ran 9 h ago.']);
  expect(warnings(3600, 1.4)).toEqual([]);
  expect(warnings(86_400, 35)).toEqual([]);
  expect(warnings(86_400, 72)).toEqual(['Expected daily, ran 3 days ago.']);
  expect(warnings(7200, 5)).toEqual(['Expected every 2 hours, ran 5 h ago.']);
  expect(warnings(3600, null)).toEqual([]);
});

it('says why the last run failed', () => {
  expect(warnings(3600, 0, 'No feed is configured for Rex.')).toEqual(['The last run failed: No feed is configured for Rex.']);
});

it('says of a run that was held back what it would have done, and offers that', () => {
  const last_error = 'The last run changed nothing, because it would have removed all 214 listings.';
  expect(syncs.warningsNow?.({ last_error, would_remove: 214 }, now)).toEqual([last_error]);
  const offered = (record: object) =>
    runActions('id')
      .filter((action) => action.offered?.({ ...record }) !== false)
      .map(({ label }) => label);
  expect([offered({ would_remove: 214 }), offered({ would_remove: null }), offered({})]).toEqual([
    ['Sync now', 'Remove them all the same'],
    ['Sync now'],
    ['Sync now'],
  ]);
});

it('says what came, with what was left out', () => {
  const result = {
    listings: 214,
    new: 3,
    changed: 5,
    removed: 0,
    left_out: 2,
    left_out_listings: [{ listing: 'A7', reason: 'suburb is missing' }],
  };
  expect(runReport({ last_result: result })).toEqual({
    summary: '214 listings: 3 new, 5 changed, 2 left out',
    items: ['A7: suburb is missing.', 'And 1 more.'],
  });
  const none = { ...result, new: 0, changed: 0, left_out: 0, left_out_listings: [] };
  expect(runReport({ last_result: { ...none, listings: 1 } })).toEqual({ summary: '1 listing: nothing changed', items: [] });
  expect([runReport({ last_result: null }), runReport({}), runReport({ last_result: 'x' })]).toEqual([null, null, null]);
});
