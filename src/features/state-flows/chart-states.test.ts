import { createMachine, emit } from 'xstate';
import { describe, expect, it } from 'vitest';
import { chartModel } from '#machines/export/chart-model.ts';
import { matchingStates, stateAround, stateToShow, transitionAddress, metRequirements } from './chart-states.ts';

const chart = chartModel(
  createMachine({
    id: 'screen',
    initial: 'loading',
    states: {
      loading: {},
      ready: {
        type: 'parallel',
        states: {
          form: { initial: 'pristine', states: { pristine: {}, saving: {}, saved: {} } },
          draft: { initial: 'resting', states: { resting: {}, removing: {} } },
        },
      },
      failed: {},
    },
  }),
);
const active = (form: string, draft: string) => [
  'screen',
  'screen.ready',
  'screen.ready.form',
  `screen.ready.form.${form}`,
  'screen.ready.draft',
  `screen.ready.draft.${draft}`,
];

describe('the state that the picture shows after a step', () => {
  it('is the innermost that was entered, of several regions that of the first', () => {
    const entered = active('pristine', 'resting').slice(1);
    const took = ['screen.loading --xstate.done.actor.load[0]'];
    expect(stateToShow(chart, { active: active('pristine', 'resting'), entered, took }, 'screen.loading')).toBe(
      'screen.ready.form.pristine',
    );
  });

  it('follows what the machine does by itself within the region that is shown and into an earlier one, and into no later one', () => {
    const saved = { active: active('saved', 'removing'), entered: ['screen.ready.form.saved'] };
    const save = 'screen.ready.form.saving --xstate.done.actor.save[0]';
    for (const shown of ['screen.ready.form.saving', 'screen.ready.draft.removing']) {
      expect(stateToShow(chart, { ...saved, took: [save] }, shown)).toBe('screen.ready.form.saved');
    }
    const removed = { active: active('saved', 'resting'), entered: ['screen.ready.draft.resting'] };
    const removal = 'screen.ready.draft.removing --xstate.done.actor.remove[0]';
    expect(stateToShow(chart, { ...removed, took: [removal] }, 'screen.ready.form.saved')).toBeNull();
    // In a playback each step is shown, whatever caused it.
    expect(stateToShow(chart, { ...removed, took: [] }, 'screen.ready.form.saved')).toBe('screen.ready.draft.resting');
  });

  it('shows two steps that are drawn at once in the region that is shown', () => {
    const both = { active: active('saved', 'resting'), entered: ['screen.ready.form.saved', 'screen.ready.draft.resting'] };
    const removal = 'screen.ready.draft.removing --xstate.done.actor.remove[0]';
    expect(stateToShow(chart, { ...both, took: [removal] }, 'screen.ready.form.saving')).toBe('screen.ready.form.saved');
  });

  it('stays in the region that an event was for while the event changes another one too', () => {
    const enqueued = { active: active('saving', 'removing'), entered: ['screen.ready.draft.removing'] };
    const took = ['screen.ready.form.saving --save.enqueued[0]', 'screen.ready.draft --draft.due[0]'];
    expect(stateToShow(chart, { ...enqueued, took }, 'screen.ready.form.saving')).toBeNull();
  });

  it('follows an event that somebody sends into another region, and an answer that leaves the region', () => {
    const asked = { active: active('saved', 'removing'), entered: ['screen.ready.draft.removing'] };
    const took = ['screen.ready.draft.resting --draft.discarded[0]'];
    expect(stateToShow(chart, { ...asked, took }, 'screen.ready.form.saved')).toBe('screen.ready.draft.removing');
    const failed = {
      active: ['screen', 'screen.failed'],
      entered: ['screen.failed'],
      took: ['screen.ready --xstate.error.actor.watch[0]'],
    };
    expect(stateToShow(chart, failed, 'screen.ready.form.saved')).toBe('screen.failed');
  });
});

it('a point of the picture is in the innermost state around it', () => {
  const box = (x: number, y: number, size: number) => ({ x, y, width: size, height: size });
  const states = { screen: box(0, 0, 100), 'screen.ready': box(10, 10, 80), 'screen.ready.form': box(20, 20, 30) };
  const layout = { hash: '', width: 100, height: 100, initials: {}, transitions: {}, states };
  const around = (x: number, y: number) => stateAround(chart, layout, { x, y })?.id;
  expect([around(30, 30), around(80, 80), around(5, 5), around(200, 5)]).toEqual([
    'screen.ready.form',
    'screen.ready',
    'screen',
    undefined,
  ]);
});

describe('a search', () => {
  const door = chartModel(
    createMachine(
      {
        id: 'door',
        initial: 'closed',
        states: {
          closed: {
            description: 'Nobody gets in.',
            tags: ['safe'],
            meta: { sees: 'A door with a handle.' },
            invoke: { id: 'guard', src: 'watch', input: { nights: 7 } },
            on: {
              open: [
                { guard: { type: 'isUnlocked', params: { by: 'key' } }, target: 'open', meta: { requirements: ['R742'] } },
                { actions: { type: 'complain', params: { tone: 'loud' } } },
              ],
            },
            after: { pause: { actions: 'ring' } },
          },
          open: { type: 'final', description: 'Everybody gets in.', entry: 'greet' },
        },
      },
      { delays: { pause: 5000 }, actions: { ring: emit({ type: 'bell' }) } },
    ),
  );

  it.each([
    ['a requirement by its text', 'cancel CLOSES', [['closed', ['open[0]']]]],
    ['a requirement by its number', 'r742', [['closed', ['open[0]']]]],
    ['what a person sees', 'a handle', [['closed', ['open[0]', 'open[1]', 'xstate.after.pause.door.closed[0]']]]],
    ['the label of either', 'on the screen', [['closed', ['open[0]', 'open[1]', 'xstate.after.pause.door.closed[0]']]]],
    ['a guard with its parameters', 'by: key', [['closed', ['open[0]']]]],
    ['the order of guards', '2. otherwise', [['closed', ['open[1]']]]],
    ['parameters of an action', 'tone: loud', [['closed', ['open[1]']]]],
    ['what an action emits', 'emits bell', [['closed', ['xstate.after.pause.door.closed[0]']]]],
    ['a delay', '5,000 ms', [['closed', ['xstate.after.pause.door.closed[0]']]]],
    ['where nothing is left', 'stays', [['closed', ['open[1]', 'xstate.after.pause.door.closed[0]']]]],
    ['what an actor is started with', 'nights: 7', [['closed', ['open[0]', 'open[1]', 'xstate.after.pause.door.closed[0]']]]],
    ['an action on entry', 'on entry: greet', [['open', []]]],
    ['a kind of state', 'final', [['open', []]]],
    ['nothing that is there', 'window', []],
    ['no word that is not printed', 'atomic', []],
  ])('finds %s', (_, query, expected) => {
    expect(matchingStates(door, query).map(({ state, transitions }) => [state.key, transitions.map(transitionAddress)])).toEqual(expected);
  });
});

it('a requirement of a chart comes with the transitions that meet it', () => {
  const meta = { requirements: ['R010', 'R001'] };
  const lamp = chartModel(
    createMachine({ id: 'lamp', on: { press: [{ guard: 'isBroken' }, { meta }], cut: { meta: { requirements: ['R001'] } } } }),
  );
  expect(metRequirements(lamp).map(({ id, transitions }) => [id, transitions.map(transitionAddress)])).toEqual([
    ['R001', ['press[1]', 'cut[0]']],
    ['R010', ['press[1]']],
  ]);
});
