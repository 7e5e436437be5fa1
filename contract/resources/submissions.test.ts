import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { payloadEntries, submissions } from './submissions.ts';

const viewOf = (record: unknown) => submissions.view?.entries(v.parse(submissions.schema, record));

describe('the view of a submission', () => {
  it('has its entries in their order, and its date', () => {
    const payload = { name: { label: 'Name', value: 'Jo' }, email: { label: 'Email', value: 'jo@bay.example' } };
    expect(viewOf({ id: 7, formatted_payload: payload, created_at: '2026-03-02T10:00:00Z' })).toEqual([
      { key: 'payload name', label: 'Name', value: 'Jo' },
      { key: 'payload email', label: 'Email', value: 'jo@bay.example' },
      { key: 'date', label: 'Date', value: '2026-03-02T10:00:00Z', date: 'hh:mma DD/MM/YYYY' },
    ]);
  });

  it('tells a field that is called as the row of the date apart from it', () => {
    const payload = { date: { label: 'Date', value: '2026-04-01' }, day: { label: 'Day', value: 'Monday' } };
    const labels = viewOf({ id: 7, formatted_payload: payload, created_at: '2026-03-02T10:00:00Z' })?.map(({ label }) => label);
    expect(labels).toEqual(['Date (filled in)', 'Day', 'Date']);
  });

  it.each([
    [{ a: { value: 'x' } }, 'a', 'x'],
    [{ a: { label: ' ', value: null } }, 'a', ''],
    [{ a: 'plain' }, 'a', 'plain'],
    [{ a: { label: 'A', value: ['one', 2, false] } }, 'A', 'one, 2, No'],
    [{ a: { label: 'A', value: { city: 'Perth' } } }, 'A', '{"city":"Perth"}'],
    [{ a: { label: { b: 1 }, value: '<b>x</b>' } }, '{"b":1}', '<b>x</b>'],
    [[{ label: 'A', value: 'x' }], 'A', 'x'],
  ])('shows %j as text', (payload, label, value) => {
    expect(payloadEntries(payload)).toMatchObject([{ label, value }]);
  });

  it.each([undefined, null, [], 'text', 7])('is empty for the payload %j', (payload) => {
    expect(viewOf({ id: '7', formatted_payload: payload })).toEqual([]);
  });

  it('says what became of each action', () => {
    const run = (id: number, state: string, last_error: string | null = null) => ({ id, name: `mail ${id}`, state, last_error });
    const runs = [run(1, 'sent'), run(2, 'waiting'), run(3, 'waiting', 'It is down.'), run(4, 'failed', 'No address.')];
    expect(viewOf({ id: 7, formatted_payload: {}, action_runs: runs })?.map(({ label, value }) => [label, value])).toEqual([
      ['Action: mail 1', 'Sent'],
      ['Action: mail 2', 'Waiting to be sent'],
      ['Action: mail 3', 'Waiting to be sent again: It is down.'],
      ['Action: mail 4', 'Failed: No address.'],
    ]);
  });

  it('is bounded, whatever was sent', () => {
    const payload = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, { label: 'L', value: 'x'.repeat(1_000_000) }]));
    const entries = viewOf({ id: '7', formatted_payload: payload }) ?? [];
    expect(entries.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThan(limits.submissionCharacters + 100);
    expect(entries[0]?.value).toMatch(/^x+… \(cut: 1,000,000 characters\)$/u);
  });
});
