import { toastsMachine } from '#machines/toasts/toasts.machine.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { storeMessages, earlierMessages } from './message-log.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A page of this tab, with its notifications. */
function page(userId: string | null = 'u1') {
  const toasts = createActor(toastsMachine).start();
  const stop = storeMessages(toasts, () => userId);
  const addToast = (title: string, at: number) =>
    toasts.send({ type: 'toast.added', toast: { type: 'info', title, content: 'As it was.', duration: 0 }, at });
  return { toasts, stop, addToast };
}

const earlierThan = (startedAt: number) => earlierMessages('u1', startedAt).map(({ at, toast }) => [at, toast.title, toast.content]);

it('keeps messages over reloads, and distinguishes them from newer ones', () => {
  const first = page();
  first.addToast('One', 1_000);
  first.stop();
  const second = page();
  second.addToast('Two', 2_000);
  expect(earlierThan(1_500)).toEqual([[1_000, 'One', 'As it was.']]);
  expect(earlierThan(3_000).map(([, title]) => title)).toEqual(['One', 'Two']);
});

it('removes all messages once the log is cleared, those of earlier pages too', () => {
  const first = page();
  first.addToast('One', 1_000);
  first.stop();
  const second = page();
  second.toasts.send({ type: 'log.cleared' });
  second.addToast('Next user’s', 2_000);
  expect(earlierThan(3_000).map(([, title]) => title)).toEqual(['Next user’s']);
});

it('ignores stored data that it can’t read', () => {
  sessionStorage.setItem('frontage-told', '{"not": "a list"}');
  expect(earlierMessages('u1', 1_000)).toEqual([]);
});

it('hides the messages of another user of the tab, who never signed out in it', () => {
  const first = page('u2');
  first.addToast('Theirs', 1_000);
  first.stop();
  const starting = page(null);
  starting.addToast('Nobody’s', 2_000);
  starting.stop();
  page('u1').addToast('Mine', 3_000);
  expect(earlierThan(4_000).map(([, title]) => title)).toEqual(['Mine']);
  expect(sessionStorage.getItem('frontage-told')).not.toContain('Theirs');
});
