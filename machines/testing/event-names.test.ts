import { describe, expect, it } from 'vitest';
import { eventNames, eventText } from './event-names.ts';
import type { PlannedEvent } from './path-plan.ts';

interface Payload {
  readonly [field: string]: unknown;
}

const event = (type: string, payload: Payload = {}): PlannedEvent => ({ type, ...payload });
const namesOf = (...events: readonly PlannedEvent[]) => {
  const names = eventNames(events);
  return events.map((each) => names.get(each));
};
const changed = (key: string, value: string) => event('field.changed', { key, value });
const done = (output: unknown) => event('xstate.done.actor.load', { output });

describe('the name of an event', () => {
  it('is the same wherever the event stands in a plan, and however often', () => {
    expect(
      namesOf(event('save.requested'), changed('phone', '2'), event('save.requested'), changed('email', 'a'), changed('phone', '2')),
    ).toEqual(['save.requested', 'field.changed(phone)', 'save.requested', 'field.changed(email)', 'field.changed(phone)']);
  });

  it('says what tells events of one type apart, the outer fields first, texts before other values', () => {
    expect(namesOf(changed('phone', '1'), changed('phone', '2'), changed('email', 'a'))).toEqual([
      'field.changed(phone, 1)',
      'field.changed(phone, 2)',
      'field.changed(email, a)',
    ]);
    expect(namesOf(done({ status: 1, kind: 'saved' }), done({ status: 2, kind: 'refused' }))).toEqual([
      'done load(saved)',
      'done load(refused)',
    ]);
  });

  it('names the field where a value alone says nothing', () => {
    expect(namesOf(event('page', { at: 1 }), event('page', { at: 2 }))).toEqual(['page(at 1)', 'page(at 2)']);
    expect(namesOf(event('page', { q: '' }), event('page', { q: 'a' }))).toEqual(['page(q "")', 'page(a)']);
    expect(namesOf(event('rows', { ids: [] }), event('rows', { ids: ['3'] }))).toEqual(['rows(ids [])', 'rows(3)']);
  });

  it('never is that of another event', () => {
    const long = 'x'.repeat(60);
    const groups: readonly (readonly PlannedEvent[])[] = [
      [event('a', { p: '1' }), event('a', { q: '1' }), event('a')],
      [event('a', { p: `${long}1` }), event('a', { p: `${long}2` })],
      [event('a', { p: 'q 1' }), event('a', { q: 1 }), event('a', { p: ['q'] })],
      [event('a', { p: { v: '1' } }), event('a', { q: { v: '1' } })],
      [event('a', { p: null }), event('a', { p: 'null' })],
    ];
    for (const group of groups) expect(new Set(namesOf(...group)).size, JSON.stringify(group)).toBe(group.length);
  });

  it('is short for one that a machine emits', () => {
    expect(eventText(event('toast', { toast: { type: 'error', title: 'Error', content: 'a '.repeat(40) } }))).toMatch(
      /^toast\(error, Error, a .*…\)$/u,
    );
    expect(eventText(event('left'))).toBe('left');
  });
});
