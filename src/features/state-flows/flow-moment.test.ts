import { assign, createActor, createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { chartModel } from '#machines/export/chart-model.ts';
import { createFlightRecorder, type LiveActor } from '#src/app/flight-recorder.ts';
import { actorToFollow, liveMoment, valueText } from './flow-moment.ts';

const lamp = createMachine({
  id: 'lamp',
  context: { presses: 0, place: null },
  initial: 'off',
  states: {
    off: { on: { pressed: { target: 'on', actions: assign({ presses: ({ context }) => context.presses + 1 }) } } },
    on: { on: { pressed: 'off' } },
  },
});

function startLamp() {
  const recorder = createFlightRecorder(() => false);
  const actor = createActor(lamp, { inspect: recorder.inspect }).start();
  const live = (): LiveActor => {
    const [found] = recorder.actors();
    if (!found) throw new Error('no actor is recorded');
    return found;
  };
  return { actor, live };
}

describe('where a running actor is', () => {
  it('is its active states, the transition just taken, and what may happen next', () => {
    const { actor, live } = startLamp();
    actor.send({ type: 'pressed' });
    expect(liveMoment(chartModel(lamp), live())).toEqual({
      active: ['lamp', 'lamp.on'],
      took: ['lamp.off --pressed[0]'],
      next: [{ id: 'lamp.on --pressed[0]', availability: 'open', guard: null }],
      isByChart: false,
      status: 'active',
      context: { presses: 'number', place: null },
      changed: ['presses'],
    });
  });

  it('is where it ended, once it has', () => {
    const { actor, live } = startLamp();
    actor.send({ type: 'pressed' });
    actor.stop();
    expect(liveMoment(chartModel(lamp), live())).toMatchObject({ active: ['lamp', 'lamp.on'], next: [], status: 'stopped' });
  });
});

describe('the actor that is followed', () => {
  const { live } = startLamp();
  const [first, second, ended] = ['1', '2', '3'].map((id): LiveActor => ({ ...live(), id, status: id === '3' ? 'stopped' : 'active' }));
  if (!first || !second || !ended) throw new Error('there are three');
  const all = [first, second, ended];
  it('is the chosen one, else the last that runs, else the last that has ended', () => {
    expect(actorToFollow(all, 'lamp', '1')?.id).toBe('1');
    expect(actorToFollow(all, 'lamp', null)?.id).toBe('2');
    expect(actorToFollow([ended], 'lamp', '1')?.id).toBe('3');
    expect(actorToFollow(all, 'door', null)).toBeNull();
  });
});

describe('the text of a state value', () => {
  it.each([
    ['on', 'on'],
    [{ signedIn: { user: 'known' } }, 'signedIn.user.known'],
    [{ link: 'online', warning: 'silent' }, 'link.online, warning.silent'],
    [{ ready: { form: 'dirty', draft: 'due' } }, 'ready.(form.dirty, draft.due)'],
    [{ ready: {} }, 'ready'],
  ])('%j reads %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
