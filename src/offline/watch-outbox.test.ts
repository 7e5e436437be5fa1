import type { OutboxSummary } from '#db/outbox-entries.ts';
import { expect, it, vi } from 'vitest';
import { watchOutbox } from './watch-outbox.ts';

const idle: OutboxSummary = { pending: 0, attention: 0, isSending: false, isTried: false, isUnderWay: false };

function tab(isOffline: boolean) {
  let change: (summary: OutboxSummary) => void = () => undefined;
  const [send, probe, onFound] = [vi.fn(), vi.fn(), vi.fn()];
  const summary = (_: string, callback: (next: OutboxSummary) => void) => {
    change = callback;
    return () => undefined;
  };
  watchOutbox({ store: { watch: { summary } }, sync: { send }, isOffline: () => isOffline, probe, onFound }, 'u1');
  return { send, probe, onFound, change: (next: Partial<OutboxSummary>) => change({ ...idle, ...next }) };
}

it('probes from an offline tab once, as soon as another tab begins to send', () => {
  const { change, probe } = tab(true);
  change({ pending: 2 });
  expect(probe).not.toHaveBeenCalled();
  change({ pending: 2, isUnderWay: true });
  change({ pending: 1, isUnderWay: true });
  expect(probe).toHaveBeenCalledOnce();
});

it('does not probe from a tab that has a connection', () => {
  const { change, probe } = tab(false);
  change({ pending: 2, isUnderWay: true });
  expect(probe).not.toHaveBeenCalled();
});

it('wakes the drainer once when another tab begins to send, since that tab may stop', () => {
  const { change, send } = tab(false);
  change({ pending: 1 });
  change({ pending: 1, isUnderWay: true });
  change({ pending: 1, isUnderWay: true });
  expect(send).toHaveBeenCalledTimes(2);
});

it('wakes the drainer when another tab, which may be offline, has resolved a conflict', () => {
  const { change, send } = tab(false);
  change({ pending: 2, attention: 1 });
  change({ pending: 2, attention: 0 });
  expect(send).toHaveBeenCalledTimes(2);
});

it('wakes the drainer when more is pending than before, and reports the number at the start', () => {
  const { change, send, onFound } = tab(false);
  change({ pending: 1 });
  change({ pending: 1 });
  change({ pending: 0 });
  change({ pending: 1 });
  expect(send.mock.calls).toEqual([[{ type: 'outbox.changed' }], [{ type: 'outbox.changed' }]]);
  expect(onFound.mock.calls).toEqual([[1]]);
});
