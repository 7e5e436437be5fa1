import type { OutboxSummary } from '#db/outbox-entries.ts';
import { expect, it, vi } from 'vitest';
import { watchQueue } from './watch-queue.ts';

const resting: OutboxSummary = { pending: 0, attention: 0, isSending: false, isTried: false, isUnderWay: false };

function tab(isOffline: boolean) {
  let change: (standing: OutboxSummary) => void = () => undefined;
  const [send, probe, onFound] = [vi.fn(), vi.fn(), vi.fn()];
  const standing = (_: string, callback: (next: OutboxSummary) => void) => {
    change = callback;
    return () => undefined;
  };
  watchQueue({ store: { watch: { summary: standing } }, sync: { send }, isOffline: () => isOffline, probe, onFound }, 'u1');
  return { send, probe, onFound, change: (next: Partial<OutboxSummary>) => change({ ...resting, ...next }) };
}

it('a tab that takes itself for offline asks as soon as another one sends, and not at each change while that goes on', () => {
  const { change, probe } = tab(true);
  change({ pending: 2 });
  expect(probe).not.toHaveBeenCalled();
  change({ pending: 2, isUnderWay: true });
  change({ pending: 1, isUnderWay: true });
  expect(probe).toHaveBeenCalledOnce();
});

it('a tab that has a connection does not ask', () => {
  const { change, probe } = tab(false);
  change({ pending: 2, isUnderWay: true });
  expect(probe).not.toHaveBeenCalled();
});

it('wakes the drainer where another tab begins to send, once: that may stop', () => {
  const { change, send } = tab(false);
  change({ pending: 1 });
  change({ pending: 1, isUnderWay: true });
  change({ pending: 1, isUnderWay: true });
  expect(send).toHaveBeenCalledTimes(2);
});

it('wakes the drainer where another tab, which may be offline, has decided what others wait behind', () => {
  const { change, send } = tab(false);
  change({ pending: 2, attention: 1 });
  change({ pending: 2, attention: 0 });
  expect(send).toHaveBeenCalledTimes(2);
});

it('wakes the drainer where more waits than before, and tells what was there at first', () => {
  const { change, send, onFound } = tab(false);
  change({ pending: 1 });
  change({ pending: 1 });
  change({ pending: 0 });
  change({ pending: 1 });
  expect(send.mock.calls).toEqual([[{ type: 'queue.changed' }], [{ type: 'queue.changed' }]]);
  expect(onFound.mock.calls).toEqual([[1]]);
});
