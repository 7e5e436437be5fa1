import { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { keepMessages, earlierMessages } from './message-log.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page of this tab, with its notifications. */
function page(userId: string | null = 'u1') {
  const toasts = createActor(toastsMachine).start();
  const stop = keepMessages(toasts, () => userId);
  const say = (title: string, at: number) =>
    toasts.send({ type: 'toast.added', toast: { type: 'info', title, content: 'As it was.', duration: 0 }, at });
  return { toasts, stop, say };
}

const saidBefore = (startedAt: number) => earlierMessages('u1', startedAt).map(({ at, toast }) => [at, toast.title, toast.content]);

it('keeps messages over reloads, and distinguishes them from newer ones', () => {
  const first = page();
  first.say('One', 1_000);
  first.stop();
  const second = page();
  second.say('Two', 2_000);
  expect(saidBefore(1_500)).toEqual([[1_000, 'One', 'As it was.']]);
  expect(saidBefore(3_000).map(([, title]) => title)).toEqual(['One', 'Two']);
});

it('keeps nothing once the log is cleared, of earlier pages neither', () => {
  const first = page();
  first.say('One', 1_000);
  first.stop();
  const second = page();
  second.toasts.send({ type: 'log.cleared' });
  second.say('Next user’s', 2_000);
  expect(saidBefore(3_000).map(([, title]) => title)).toEqual(['Next user’s']);
});

it('makes nothing of what it can’t read', () => {
  sessionStorage.setItem('frontage-told', '{"not": "a list"}');
  expect(earlierMessages('u1', 1_000)).toEqual([]);
});

it('shows nobody what was said to another user of the tab, who never signed out in it', () => {
  const first = page('u2');
  first.say('Theirs', 1_000);
  first.stop();
  const starting = page(null);
  starting.say('Nobody’s', 2_000);
  starting.stop();
  page('u1').say('Mine', 3_000);
  expect(saidBefore(4_000).map(([, title]) => title)).toEqual(['Mine']);
  expect(sessionStorage.getItem('frontage-told')).not.toContain('Theirs');
});
