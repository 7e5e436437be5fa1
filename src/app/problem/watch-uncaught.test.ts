import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import { lateActor } from '#src/app/late-actor.ts';
import { watchUncaught } from './watch-uncaught.ts';

function watched() {
  const target = new EventTarget();
  const told: NewToast[] = [];
  const toasts = lateActor({ load: async () => createActor(toastsMachine).start(), isUrgent: () => false });
  watchUncaught({ notify: (toast) => void told.push(toast), toasts }, target);
  const send = (type: string, fields: object) => void target.dispatchEvent(Object.assign(new Event(type), fields));
  return { told, send };
}

const ofExtension = Object.assign(new Error('broken'), { stack: 'Error: broken\n    at chrome-extension://abc/content.js:1:1' });

describe('what nothing has caught', () => {
  it.each([
    ['an error of a handler or an actor', 'error', { error: new TypeError('x is undefined') }],
    ['a thrown text', 'error', { error: 'broken' }],
    ['a promise', 'unhandledrejection', { reason: new Error('broken') }],
    ['a promise rejected with a value', 'unhandledrejection', { reason: { kind: 'refused' } }],
  ])('is said, and can be reported: %s', (_, type, fields) => {
    const { told, send } = watched();
    send(type, fields);
    expect(told).toMatchObject([{ type: 'error', title: 'Something went wrong', action: { label: 'Report a problem' } }]);
  });

  it.each([
    ['the browser’s note on its layout', 'error', { message: 'ResizeObserver loop completed', error: null }],
    ['a picture that does not load', 'error', {}],
    ['what was given up', 'unhandledrejection', { reason: new DOMException('Stopped', 'AbortError') }],
    ['a promise rejected without a reason', 'unhandledrejection', { reason: undefined }],
    ['an extension', 'error', { error: ofExtension }],
  ])('is not said: %s', (_, type, fields) => {
    const { told, send } = watched();
    send(type, fields);
    expect(told).toEqual([]);
  });

  it('is one message, however often it comes', () => {
    const { told, send } = watched();
    send('error', { error: new Error('one') });
    send('unhandledrejection', { reason: new Error('two') });
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set(['uncaught']));
  });
});
