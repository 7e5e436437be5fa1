import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { toastsMachine } from './toasts.machine.ts';
import { toastsPaths } from './toasts.paths.ts';
import { toastsView } from './toasts.view.ts';
import { toastsProperties } from './toasts.properties.ts';

testPaths(toastsPaths, toastsProperties);

function start() {
  const { actor, clock } = startMachine(toastsMachine);
  const view = () => toastsView(actor.getSnapshot());
  return {
    actor,
    clock,
    view,
    visibleIds: () => view().toasts.map((toast) => toast.id),
    add: (id: string, duration?: number) =>
      actor.send({
        type: 'toast.added',
        toast: { id, title: id, content: '', type: 'info', ...(duration === undefined ? {} : { duration }) },
        at: clock.now(),
      }),
  };
}

describe('toasts', () => {
  it('take the defaults of the product', () => {
    const { actor, view } = start();
    actor.send({ type: 'toast.added', toast: { title: 'Saved', content: 'x', type: 'success' }, at: 0 });
    expect(view().toasts).toEqual([
      {
        id: 'toast-1',
        title: 'Saved',
        content: 'x',
        icon: null,
        target: 'main',
        duration: 5000,
        type: 'success',
        clearable: true,
        action: null,
        source: null,
      },
    ]);
  });

  it('report their action to their sender, and go', () => {
    const { actor, view } = start();
    const chosen: string[] = [];
    actor.on('action.chosen', ({ actionId }) => chosen.push(actionId));
    const say = (actionId: string) =>
      actor.send({
        type: 'toast.added',
        toast: { title: 'Moved', content: '', type: 'success', action: { id: actionId, label: 'Undo' } },
        at: 0,
      });
    say('first');
    say('second');
    expect(
      view().toasts.map(({ action }) => action?.id),
      'the same text is one toast, with the latest action',
    ).toEqual(['second']);
    actor.send({ type: 'action.chosen', id: view().toasts[0]?.id ?? '', at: 0 });
    expect(chosen).toEqual(['second']);
    expect(view().toasts).toEqual([]);
    say('third');
    actor.send({ type: 'actions.withdrawn', actionIds: ['third'] });
    expect(view().toasts, 'its sender is gone').toMatchObject([{ title: 'Moved', action: null }]);
    actor.send({ type: 'action.chosen', id: view().toasts[0]?.id ?? '', at: 0 });
    expect(chosen).toEqual(['second']);
    expect(view().toasts).toHaveLength(1);
  });

  it('go one by one when they are dismissed', () => {
    const { actor, add, visibleIds } = start();
    add('a');
    add('b');
    actor.send({ type: 'toast.dismissed', id: 'a', at: 0 });
    expect(visibleIds()).toEqual(['b']);
    actor.send({ type: 'toast.dismissed', id: 'b', at: 0 });
    expect(visibleIds()).toEqual([]);
  });

  it('go after their own time', () => {
    const { add, clock, visibleIds } = start();
    add('a');
    clock.increment(2000);
    add('b');
    clock.increment(2999);
    expect(visibleIds()).toEqual(['a', 'b']);
    clock.increment(1);
    expect(visibleIds()).toEqual(['b']);
    clock.increment(1999);
    expect(visibleIds()).toEqual(['b']);
    clock.increment(1);
    expect(visibleIds()).toEqual([]);
  });

  it('wait while held by anything, and go on with what they had left', () => {
    const { actor, add, clock, visibleIds, view } = start();
    add('a');
    clock.increment(3000);
    actor.send({ type: 'timers.held', by: 'pointer', at: clock.now() });
    actor.send({ type: 'timers.held', by: 'hiddenTab', at: clock.now() });
    clock.increment(60_000);
    actor.send({ type: 'timers.released', by: 'pointer', at: clock.now() });
    clock.increment(60_000);
    expect(view()).toMatchObject({ isHeld: true });
    actor.send({ type: 'timers.released', by: 'hiddenTab', at: clock.now() });
    clock.increment(1999);
    expect(visibleIds()).toEqual(['a']);
    clock.increment(1);
    expect(visibleIds()).toEqual([]);
  });

  it('wait when they come in a hidden tab', () => {
    const { actor, add, clock, visibleIds } = start();
    actor.send({ type: 'timers.held', by: 'hiddenTab', at: 0 });
    add('a');
    clock.increment(60_000);
    expect(visibleIds()).toEqual(['a']);
  });

  it('do not stay held by a pointer that left with the last toast', () => {
    const { actor, add, clock, visibleIds } = start();
    add('a');
    actor.send({ type: 'timers.held', by: 'pointer', at: 0 });
    actor.send({ type: 'toast.dismissed', id: 'a', at: 0 });
    add('b');
    clock.increment(5000);
    expect(visibleIds()).toEqual([]);
  });

  it('stay for good with a duration of 0, and are replaced by id', () => {
    const { actor, add, clock, visibleIds } = start();
    add('a', 0);
    add('b');
    add('b');
    expect(visibleIds()).toEqual(['a', 'b']);
    clock.increment(1_000_000);
    expect(visibleIds()).toEqual(['a']);
    actor.send({ type: 'toast.dismissed', id: 'a', at: clock.now() });
    expect(visibleIds()).toEqual([]);
  });

  it('that say the same at the same time are one, with its whole time left', () => {
    const { actor, clock, visibleIds, view } = start();
    const say = (title: string) => actor.send({ type: 'toast.added', toast: { title, content: '', type: 'info' }, at: clock.now() });
    say('Saving page order');
    say('Other');
    clock.increment(3000);
    say('Saving page order');
    say('Saving page order');
    expect(visibleIds()).toEqual(['toast-2', 'toast-1']);
    expect(view().log).toHaveLength(4);
    clock.increment(4999);
    expect(visibleIds()).toEqual(['toast-1']);
    clock.increment(1);
    expect(visibleIds()).toEqual([]);
    say('Saving page order');
    expect(visibleIds()).toEqual(['toast-5']);
  });

  it('of an error go when the next try of their source succeeds', () => {
    const { actor, clock, view } = start();
    const say = (title: string, type: 'error' | 'success', source: string) =>
      actor.send({ type: 'toast.added', toast: { title, content: '', type, source }, at: clock.now() });
    say('Not cleared', 'error', 'cache');
    say('Not saved', 'error', 'form');
    say('Not saved again', 'error', 'form');
    expect(
      view()
        .toasts.map(({ title }) => title)
        .sort(),
    ).toEqual(['Not cleared', 'Not saved', 'Not saved again']);
    say('Saved', 'success', 'form');
    expect(
      view()
        .toasts.map(({ title }) => title)
        .sort(),
    ).toEqual(['Not cleared', 'Saved']);
    expect(view().log.map(({ toast }) => toast.title)).toContain('Not saved');
  });

  it('go where what they said is no longer so, the others stay, and the log has both', () => {
    const { actor, clock, view } = start();
    const say = (title: string) => actor.send({ type: 'toast.added', toast: { title, content: '', type: 'info' }, at: clock.now() });
    const disprove = () => actor.send({ type: 'toasts.disproved', title: 'Saved on this device', at: clock.now() });
    const titles = () => view().toasts.map(({ title }) => title);
    say('Other');
    say('Saved on this device');
    clock.increment(4000);
    disprove();
    expect(titles()).toEqual(['Other']);
    clock.increment(1000);
    expect(titles(), 'its time has gone on').toEqual([]);
    say('Saved on this device');
    actor.send({ type: 'timers.held', by: 'pointer', at: clock.now() });
    disprove();
    expect(titles()).toEqual([]);
    say('Next');
    clock.increment(5000);
    expect(titles(), 'nothing is held by what has gone').toEqual([]);
    expect(view().log).toHaveLength(4);
    const toast = { title: 'Saved on this device', content: '', type: 'info', action: { id: '1', label: 'Undo' } } as const;
    actor.send({ type: 'toast.added', toast, at: clock.now() });
    disprove();
    expect(titles(), 'its Undo is still offered').toEqual(['Saved on this device']);
  });

  it('leave what they said in a log of 100, newest first', () => {
    const { actor, add, clock, view } = start();
    for (let number = 1; number <= 130; number += 1) {
      clock.increment(10);
      add(`t${number}`, 1);
    }
    expect(view().log).toHaveLength(100);
    expect(view().log[0]).toMatchObject({ at: 1300, toast: { id: 't130' } });
    actor.send({ type: 'log.cleared' });
    expect(view().log).toEqual([]);
  });
});
