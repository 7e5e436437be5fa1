import { describe, expect, it } from 'vitest';
import type { WaitingMark } from '../ports.ts';
import { startMachine } from '../testing/start-machine.ts';
import { homepageMachine } from './homepage.machine.ts';
import { openHomepage } from './homepage.opened.ts';
import { snapshotOf } from './homepage.paths.ts';
import { homepageView } from './homepage.view.ts';

const conflict = { opId: 'op', mine: false, theirs: true };

/** The list with a hide of Staff that somebody else has undone meanwhile. */
function inConflict() {
  const run = startMachine(homepageMachine, { websiteId: '5', remembered: snapshotOf({ showConflicts: { staff: conflict } }) });
  return { ...run, view: () => homepageView(run.actor.getSnapshot()) };
}

describe('a hide that met somebody else’s', () => {
  it('is shown at its row, and at no other', () => {
    expect(
      inConflict()
        .view()
        .rows.map(({ conflict: shown }) => shown),
    ).toEqual([null, null, conflict, null]);
  });

  it.each(['mine', 'theirs'] as const)('is decided there: %s', async (side) => {
    const { actor, answer, fakes, view } = inConflict();
    const before = view().focus.count;
    actor.send({ type: 'conflict.chosen', id: 'staff', side });
    expect(fakes.last('resolveConflicts').input).toEqual({ decided: [{ opId: 'op', choices: { 'staff/enabled': side } }] });
    await answer('resolveConflicts', undefined);
    expect(view().focus).toEqual({ blockId: 'staff', count: before + 1 });
    expect(view().announcement.text).toContain('Staff');
  });

  it('stays to be decided where the device does not take the choice', async () => {
    const { actor, fail, emitted, fakes } = inConflict();
    actor.send({ type: 'conflict.chosen', id: 'staff', side: 'mine' });
    await fail('resolveConflicts');
    expect(emitted).toMatchObject([{ type: 'toast', toast: { type: 'error', content: 'Your choice could not be kept. Choose again.' } }]);
    actor.send({ type: 'conflict.chosen', id: 'staff', side: 'mine' });
    expect(fakes.started.filter(({ name }) => name === 'resolveConflicts')).toHaveLength(2);
  });

  it('is not asked about where there is none', () => {
    const { actor, fakes } = inConflict();
    actor.send({ type: 'conflict.chosen', id: 'map', side: 'mine' });
    expect(fakes.started.filter(({ name }) => name === 'resolveConflicts')).toEqual([]);
  });
});

describe('an order that met somebody else’s', () => {
  const bannersOf = (order: WaitingMark) => {
    const { actor } = startMachine(homepageMachine, { websiteId: '5', remembered: snapshotOf({ order }) });
    return homepageView(actor.getSnapshot()).banners;
  };

  it('is said to be so, and can be decided', () => {
    const theirs = { opId: 'op', value: ['staff', 'map'], at: null, by: null };
    expect(bannersOf({ status: 'conflict', message: null, conflict: theirs })).toEqual([
      {
        kind: 'orderConflict',
        tone: 'warning',
        text: 'Somebody else changed the order of the blocks too. Yours is not shown until you choose which to keep.',
        opId: 'op',
      },
    ]);
  });

  it('is asked about once, and not said to have failed', async () => {
    const { drag, settle, toasts, view } = await openHomepage();
    drag('text', 'map');
    settle({ kind: 'conflict' });
    expect(view().banners).toEqual([]);
    expect(toasts()).toMatchObject([{ type: 'warning', title: 'Needs attention' }]);
  });

  it('is not mixed up with a refused one, nor with one that waits', () => {
    expect(bannersOf({ status: 'rejected', message: 'Not allowed.' })).toMatchObject([
      { kind: 'orderRefused', text: 'The order needs attention. Not allowed.' },
    ]);
    const reason = { kind: 'serverTrouble', status: 500, message: 'Resting.' } as const;
    expect(bannersOf({ status: 'pending', message: null, reason })).toMatchObject([
      { kind: 'orderWaiting', text: 'The order is on this device. The server has trouble (500: Resting). Trying again.' },
    ]);
  });
});
