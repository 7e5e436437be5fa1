import { expect, it } from 'vitest';
import { syncs } from './syncs.ts';

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
