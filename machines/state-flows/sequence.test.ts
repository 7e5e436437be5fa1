import { describe, expect, it } from 'vitest';
import { sequenceMermaid, sequenceSvg } from '../export/sequence-text.ts';
import type { RecordedActor, RecordedEvent } from '../flight-recorder/recording.ts';
import { sequenceOf } from './sequence.ts';

const event = (at: number, order: number, type: string, from: string | null, value: RecordedEvent['value']): RecordedEvent => ({
  ...{ at, order, event: { type }, from, took: ['x --y[0]'], value, status: 'active' },
});
const actor = (id: string, machineId: string, parentId: string | null, ...events: readonly RecordedEvent[]): RecordedActor => ({
  ...{ id, machineId, parentId, startedAt: events[0]?.at ?? 0, status: 'active', dropped: 0, events },
});

const screen = actor(
  'x:1',
  'screen',
  null,
  event(1, 0, 'xstate.init', null, 'loading'),
  event(2, 1, 'xstate.done.actor.loadSettings', 'loadSettings', 'ready'),
  event(3, 2, 'save.requested', null, 'saving'),
  event(9, 9, 'stored.changed', 'watchSettings', 'ready'),
);
const sync = actor(
  'x:2',
  'sync',
  null,
  event(3, 3, 'entry.added', 'screen', 'sending'),
  event(8, 8, 'xstate.done.actor.delivery.7', 'delivery', 'idle'),
);
const first = actor(
  'x:3',
  'delivery',
  'x:2',
  event(4, 4, 'xstate.init', 'sync', 'sending'),
  event(5, 5, 'xstate.after.patience.delivery.sending', null, 'slow'),
);
const second = actor('x:4', 'delivery', 'x:2', event(4, 6, 'xstate.init', 'sync', 'sending'), event(5, 7, 'late', null, 'sending'));
const actors = [screen, sync, first, second];

const of = (...shown: readonly string[]) => sequenceOf({ actors, shown: new Set(shown), titleOf: (id) => id.toUpperCase() });

describe('a run as a sequence', () => {
  it('has each message of those that are shown, in its order, from whom it came', () => {
    const { participants, messages, dropped } = of('x:1', 'x:2', 'x:3', 'x:4');
    expect(participants).toEqual([
      { id: 'person', title: 'Person' },
      { id: 'x:1', title: 'SCREEN' },
      { id: 'x:2', title: 'SYNC' },
      { id: 'x:3', title: 'DELIVERY 1' },
      { id: 'x:4', title: 'DELIVERY 2' },
      { id: 'calls', title: 'API, store and browser' },
    ]);
    expect(messages.map(({ from, to, text, after }) => `${from} > ${to}: ${text} → ${after}`)).toEqual([
      'person > x:1: starts → loading',
      'calls > x:1: done loadSettings → ready',
      'person > x:1: save.requested → saving',
      'x:1 > x:2: entry.added → sending',
      'x:2 > x:3: starts → sending',
      'x:2 > x:4: starts → sending',
      'x:3 > x:3: after patience → slow',
      'person > x:4: late → ',
      'x:4 > x:2: done delivery.7 → idle',
      'calls > x:1: stored.changed → ready',
    ]);
    expect(dropped).toBe(0);
  });

  it('has only what the actors that are shown receive', () => {
    expect(of('x:2').messages.map(({ from, to }) => [from, to])).toEqual([
      ['x:1', 'x:2'],
      ['x:4', 'x:2'],
    ]);
    expect(of('x:2').participants.map(({ title }) => title)).toEqual(['SCREEN', 'SYNC', 'DELIVERY']);
    expect(of()).toEqual({ participants: [], messages: [], dropped: 0 });
  });

  it('says of regions only which has changed', () => {
    const both = actor(
      'x:9',
      'both',
      null,
      event(1, 0, 'xstate.init', null, { link: { up: 'fast' }, warning: 'silent' }),
      event(2, 1, 'slowed', null, { link: { up: 'slow' }, warning: 'silent' }),
    );
    const { messages } = sequenceOf({ actors: [both], shown: new Set(['x:9']), titleOf: String });
    expect(messages.map(({ after }) => after)).toEqual(['link.up.fast, warning.silent', 'link.up.slow']);
  });

  it('says how many earlier messages are left out', () => {
    const busy = actor('x:9', 'busy', null, ...Array.from({ length: 230 }, (_, at) => event(at, at, `e${at}`, null, 'on')));
    const { messages, dropped } = sequenceOf({ actors: [busy], shown: new Set(['x:9']), titleOf: String });
    expect([messages.length, messages[0]?.text, dropped]).toEqual([200, 'e30', 30]);
  });

  it('is exported as Mermaid and as a picture, whatever its texts are', () => {
    const odd = actor('x:9', 'odd', null, event(1, 0, 'a;b#c\n<x>', null, '"&"'));
    const sequence = sequenceOf({ actors: [odd], shown: new Set(['x:9']), titleOf: () => 'Odd; <b>' });
    expect(sequenceMermaid(sequence)).toBe(
      [
        'sequenceDiagram',
        '  participant p1 as Person',
        '  participant p2 as Odd#59; <b>',
        '  p1->>p2: a#59;b#35;c <x>',
        '  Note over p2: "&"',
        '',
      ].join('\n'),
    );
    const svg = sequenceSvg(sequence, 'Odd & run');
    expect(svg).toContain('<title>Odd &amp; run</title>');
    expect(svg).toContain('&lt;x&gt;');
    expect(svg).not.toContain('<b>');
  });
});
