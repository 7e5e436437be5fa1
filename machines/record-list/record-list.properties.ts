import { answered, asked, emitted, failed, propertiesOf, saw, sees, type Step, viewOf } from '../testing/properties.ts';
import type { recordListMachine } from './record-list.machine.ts';
import { recordListView } from './record-list.view.ts';

type Stepped = Step<typeof recordListMachine>;

const view = viewOf(recordListView);
const was = ({ before }: Stepped) => (before === null ? null : view(before));
const text = (value: unknown): string => JSON.stringify(value) ?? '';
const has = ({ event }: Stepped, part: string): boolean => text(event).includes(part);
const rows = (of: ReturnType<typeof recordListView> | null): string => (of?.rows ?? []).map(({ id }) => id).join(' ');
const fetches = (step: Stepped) => asked(step, 'fetchPage') !== null;
const ready = 'The rows, or why there are none';
const ofDevice = 'The rows that are on this device, and since when';
const failure = 'The reason and Try again, above';

export const recordListProperties = propertiesOf<typeof recordListMachine>({
  R701: [
    { when: (step) => step.before === null, must: fetches },
    {
      when: (step) => step.on === 'query.changed' && 'query' in step.event && text(was(step)?.query) !== text(step.event.query),
      must: (step) => fetches(step) && 'query' in step.event && text(view(step).query) === text(step.event.query),
    },
    { when: ({ on }) => on === 'refresh.requested', must: fetches },
    {
      when: (step) => step.on === 'page.changed' && saw(step, ready) && sees(step, ready) && has(step, '"rows":[{"id":"a"'),
      must: (step) => rows(view(step)).endsWith('a'),
    },
  ],
  R702: [
    { when: ({ on }) => on === 'search.typed', must: (step) => !fetches(step) && view(step).query.q === was(step)?.query.q },
    {
      when: (step) => step.on === 'after searchDelay' && view(step).typed.trim() !== was(step)?.query.q,
      must: (step) => fetches(step) && view(step).query.q === view(step).typed.trim() && emitted(step, 'query.settled') !== null,
    },
  ],
  R703: {
    when: (step) => answered(step, 'fetchPage', 'fetched') && emitted(step, 'query.settled') !== null,
    must: (step) => fetches(step) && view(step).query.page === 0,
  },
  R704: [
    {
      when: (step) => step.on === 'query.changed' && rows(was(step)) !== '' && fetches(step),
      must: (step) => rows(view(step)) === rows(was(step)),
    },
    {
      when: (step) =>
        step.on === 'page.changed' &&
        saw(step, 'dimmed') &&
        sees(step, 'dimmed') &&
        has(step, '"isFromDevice":true') &&
        rows(was(step)) !== '' &&
        !fetches(step) &&
        step.snapshot.matches({ list: { following: 'fetching' } }),
      must: (step) => rows(view(step)) === rows(was(step)),
    },
  ],
  R705: {
    when: (step) =>
      step.on === 'page.changed' &&
      saw(step, ready) &&
      (was(step)?.pendingCount ?? 0) > 0 &&
      has(step, '"created":[]') &&
      has(step, '"isFromDevice":false') &&
      rows(view(step)) !== '',
    must: fetches,
  },
  R706: [
    {
      when: (step) => ['retry.requested', 'connection.restored'].includes(step.on) && saw(step, ofDevice),
      must: fetches,
    },
    { when: (step) => sees(step, ofDevice), must: (step) => view(step).status === 'offline' && view(step).message === null },
  ],
  R707: [
    { when: (step) => sees(step, failure), must: (step) => view(step).message !== null && view(step).status === 'error' },
    { when: (step) => ['retry.requested', 'connection.restored'].includes(step.on) && saw(step, failure), must: fetches },
    { when: (step) => failed(step, 'fetchPage', 'fetched', 'offline'), must: (step) => view(step).message !== null },
  ],
  R708: {
    when: (step) =>
      step.on === 'page.changed' &&
      (saw(step, ofDevice) || saw(step, failure)) &&
      has(step, '"fetchedAt":2000') &&
      has(step, '"isFromDevice":false'),
    must: (step) => sees(step, ready) && view(step).message === null,
  },
});
