import { createMachine, emit, type EventObject, raise, sendParent, spawnChild } from 'xstate';
import { describe, expect, it } from 'vitest';
import { chartDiff } from './chart-diff.ts';
import { chartModel } from './chart-model.ts';

const earlier = chartModel(
  createMachine({
    id: 'door',
    description: 'A door.',
    initial: 'closed',
    states: {
      closed: {
        description: 'Nobody gets in.',
        on: { open: [{ guard: 'isUnlocked', target: 'open' }, { actions: 'ring' }], kick: 'broken' },
      },
      open: { description: 'Everybody gets in.', after: { 1000: 'closed' }, on: { close: 'closed' } },
      broken: { description: 'It hangs.', on: { repair: 'closed' } },
    },
  }),
);

const later = chartModel(
  createMachine({
    id: 'door',
    description: 'A door with a lock.',
    initial: 'closed',
    states: {
      closed: {
        description: 'Nobody gets in without a key.',
        tags: ['safe'],
        on: {
          open: [
            { guard: 'isGuarded', target: 'guarded', meta: { requirements: ['R1'] } },
            { guard: 'isUnlocked', target: 'open', actions: 'greet' },
            { actions: 'ring' },
          ],
        },
      },
      open: { description: 'Everybody gets in.', after: { 2000: 'closed' }, on: { close: 'guarded' } },
      guarded: { description: 'Somebody stands before it.', on: { leave: 'closed' } },
    },
  }),
);

describe('the comparison of two charts', () => {
  it('finds none between a chart and itself', () => {
    expect(chartDiff(earlier, earlier).changes).toEqual([]);
  });

  it('says in words what was added, removed and changed', () => {
    const { changes } = chartDiff(earlier, later);
    expect(changes.map(({ kind, text, details }) => [`${kind}: ${text}`, ...details].join('; '))).toEqual([
      'changed: The machine "door"; description: A door. → A door with a lock.',
      'changed: State "door.closed"; description: Nobody gets in. → Nobody gets in without a key.; tags: now safe',
      'added: State "door.guarded": Somebody stands before it.',
      'removed: State "door.broken": It hangs.',
      'added: Transition from "door.closed" on open [is guarded] to "door.guarded"; is tried before “is unlocked”, the transition without a guard',
      'changed: Transition from "door.closed" on open [is unlocked] to "door.open"; does: now greet',
      'changed: Transition from "door.open" on close to "door.guarded"; goes to: "door.closed" → "door.guarded"',
      'added: Transition from "door.open" on after 2000 to "door.closed"',
      'added: Transition from "door.guarded" on leave to "door.closed"',
      'removed: Transition from "door.closed" on kick to "door.broken"',
      'removed: Transition from "door.open" on after 1000 to "door.closed"',
      'removed: Transition from "door.broken" on repair to "door.closed"',
    ]);
  });

  it('draws both charts in one, each change marked', () => {
    expect(chartDiff(earlier, later).mermaid).toMatchInlineSnapshot(`
      "stateDiagram-v2
        [*] --> door_closed
        state "closed" as door_closed
        door_closed --> door_guarded : ADDED open [1. isGuarded]
        door_closed --> door_open : CHANGED open [2. isUnlocked] / greet
        door_closed --> door_closed : open [3. otherwise] / ring (stays)
        door_closed --> door_broken : REMOVED kick
        state "open" as door_open
        door_open --> door_guarded : CHANGED close
        door_open --> door_closed : ADDED after 2000
        door_open --> door_closed : REMOVED after 1000
        state "guarded" as door_guarded
        door_guarded --> door_closed : ADDED leave
        state "broken" as door_broken
        door_broken --> door_closed : REMOVED repair
        classDef added fill:#c9f2d0,color:#0b3d17
        class door_guarded added
        classDef removed fill:#f8c9c9,color:#5a0f0f
        class door_broken removed
        classDef changed fill:#fdeeb5,color:#4a3a00
        class door_closed changed
      "
    `);
  });

  it('knows a machine that is new, and one that is gone', () => {
    expect(chartDiff(null, later).changes).toMatchObject([{ kind: 'added', of: 'machine', id: 'door' }]);
    expect(chartDiff(later, null).changes).toMatchObject([{ kind: 'removed', of: 'machine', id: 'door' }]);
  });
});

/** A plain config, so that a change can be planted in a copy. */
const plan = {
  id: 'parcel',
  initial: 'packing',
  states: {
    packing: {
      description: 'On the table.',
      tags: ['busy'],
      entry: ['weigh'],
      on: {
        'parcel.closed': [
          {
            guard: { type: 'isHeavy', params: { above: 20 } },
            target: 'refused',
            actions: { type: 'setReason', params: { reason: 'heavy' } },
          },
          { guard: 'isPaid', target: 'sent', meta: { requirements: ['R1'] } },
          { target: 'waiting', actions: ['ask', 'tell', 'spawnClerk'] },
        ],
      },
      after: { patience: 'refused' },
    },
    waiting: { description: 'Not paid.', on: { 'parcel.paid': 'sent', 'parcel.dropped': 'refused' } },
    sent: { type: 'final', description: 'On its way.' },
    refused: { description: 'Back to the sender.', invoke: { id: 'carrier', src: 'bringBack', input: { days: 3 } } },
  },
};

type Plan = typeof plan;

/** An event that has more than its type. */
const toastOf = (title: string): EventObject & { readonly title: string } => ({ type: 'toast', title });

function chartOf(planned: Plan, implementations: Parameters<typeof createMachine>[1] = {}) {
  // The types of a config want its literals.
  return chartModel(
    createMachine(planned as unknown as Parameters<typeof createMachine>[0], {
      actions: {
        tell: emit(toastOf('Not paid')),
        ask: raise({ type: 'parcel.asked' }),
        spawnClerk: spawnChild('clerk'),
        ...implementations.actions,
      },
      delays: { patience: 1000, ...implementations.delays },
    }),
  );
}

describe('each planted change is named', () => {
  const before = chartOf(plan);
  const candidates = (copy: Plan) => copy.states.packing.on['parcel.closed'];
  const planted: readonly (readonly [string, (copy: Plan) => unknown, string])[] = [
    [
      'guards changed places',
      (copy) => candidates(copy).splice(0, 2, ...candidates(copy).slice(0, 2).toReversed()),
      'the guard “is paid” is now tried before “is heavy {above: 20}”',
    ],
    [
      'a guard overtakes two',
      (copy) => candidates(copy).unshift(...candidates(copy).splice(2, 1)),
      'the transition without a guard is now tried before “is heavy {above: 20}”, “is paid”',
    ],
    [
      'static parameters of a guard',
      (copy) => Object.assign(candidates(copy)[0]?.guard ?? {}, { params: { above: 30 } }),
      'the guard “isHeavy” is now given {above: 30} instead of {above: 20}',
    ],
    [
      'static parameters of an action',
      (copy) => Object.assign(candidates(copy)[0]?.actions ?? {}, { params: { reason: 'gone' } }),
      '“setReason” is now given {reason: gone} instead of {reason: heavy}',
    ],
    [
      'static input of an actor',
      (copy) => Object.assign(copy.states.refused.invoke, { input: { days: 5 } }),
      '“carrier (bringBack)” is now given {days: 5} instead of {days: 3}',
    ],
    [
      'an action of the same event',
      (copy) => Object.assign(candidates(copy)[2] ?? {}, { actions: ['tell', 'ask', 'spawnClerk'] }),
      'does: ask, tell, spawnClerk → tell, ask, spawnClerk',
    ],
    [
      'a target',
      (copy) => Object.assign(copy.states.waiting.on, { 'parcel.paid': 'refused' }),
      'goes to: "parcel.sent" → "parcel.refused"',
    ],
    ['an added state', (copy) => Object.assign(copy.states, { lost: { description: 'Nowhere.' } }), 'added State "parcel.lost": Nowhere.'],
    [
      'a removed transition',
      (copy) => Object.assign(copy.states.waiting, { on: { 'parcel.paid': 'sent' } }),
      'removed Transition from "parcel.waiting" on parcel.dropped to "parcel.refused"',
    ],
    [
      'an added candidate',
      (copy) => candidates(copy).splice(1, 0, { guard: 'isFragile', target: 'refused' } as never),
      'is tried before “is paid”, the transition without a guard',
    ],
    ['a description', (copy) => Object.assign(copy.states.sent, { description: 'Gone.' }), 'description: On its way. → Gone.'],
    ['a requirement', (copy) => Object.assign(candidates(copy)[1] ?? {}, { meta: { requirements: ['R2'] } }), 'requirements: R1 → R2'],
    ['the first state', (copy) => Object.assign(copy, { initial: 'waiting' }), 'first state: parcel.packing → parcel.waiting'],
    ['a tag', (copy) => Object.assign(copy.states.packing, { tags: [] }), 'tags: no longer busy'],
    ['an action on entry', (copy) => Object.assign(copy.states.packing, { entry: ['weigh', 'note'] }), 'on entry: weigh → weigh, note'],
    [
      'the order of states',
      (copy) => Object.assign(copy, { states: Object.fromEntries(Object.entries(copy.states).toReversed()) }),
      'order of the states inside: packing, waiting, sent, refused → refused, sent, waiting, packing',
    ],
  ];

  it.each(planted)('%s', (_, plant, named) => {
    const copy: Plan = JSON.parse(JSON.stringify(plan));
    plant(copy);
    const { changes } = chartDiff(before, chartOf(copy));
    expect(changes).toHaveLength(1);
    expect(
      changes.map(({ kind, text, details }) => (kind === 'changed' ? details.join('; ') : [`${kind} ${text}`, ...details].join('; '))),
    ).toEqual([expect.stringContaining(named)]);
  });

  it.each([
    [
      'what is raised',
      { actions: { ask: raise({ type: 'parcel.dropped' }) } },
      'Action “ask”',
      'now raises parcel.dropped, instead of: raises parcel.asked',
    ],
    [
      'static values of what is emitted',
      { actions: { tell: emit(toastOf('Paid')) } },
      'Action “tell”',
      'now emits toast {title: Paid}, instead of: emits toast {title: “Not paid”}',
    ],
    [
      'who is sent to',
      { actions: { ask: sendParent({ type: 'parcel.asked' }) } },
      'Action “ask”',
      'now sends parcel.asked to parent, instead of: raises parcel.asked',
    ],
    [
      'the child that is started',
      { actions: { spawnClerk: spawnChild('trainee') } },
      'Action “spawnClerk”',
      'now spawns trainee, instead of: spawns clerk',
    ],
    ['a child that is no longer started', { actions: { spawnClerk: () => undefined } }, 'Action “spawnClerk”', 'no longer spawns clerk'],
  ] as const)('%s', (_, implementations, text, detail) => {
    expect(chartDiff(before, chartOf(plan, implementations)).changes).toMatchObject([{ of: 'action', text, details: [detail] }]);
  });

  it('a delay', () => {
    const [change] = chartDiff(before, chartOf(plan, { delays: { patience: 2000 } })).changes;
    expect(change?.details).toEqual(['delay: patience, 1000 ms → patience, 2000 ms']);
  });

  it('what a person sees, where a test finds it, and which machine an actor is', () => {
    const [first, ...others] = before.states;
    if (!first) throw new Error('the chart has no state');
    const seen = { ...before, states: [{ ...first, meta: { sees: 'A parcel.', testId: 'parcel' } }, ...others] };
    const shown = { ...before, states: [{ ...first, meta: { sees: 'Two parcels.' } }, ...others] };
    expect(chartDiff(seen, shown).changes[0]?.details).toEqual([
      'what a person sees: A parcel. → Two parcels.',
      'where a test finds it: no longer parcel',
    ]);
    const [change] = chartDiff({ ...before, machines: { clerk: 'clerk' } }, { ...before, machines: { clerk: 'trainee' } }).changes;
    expect(change?.details).toEqual(['the machine of “clerk”: clerk → trainee']);
  });

  it('and an early revision, which does not say what actions do, differs in nothing by that alone', () => {
    expect(chartDiff({ ...before, effects: null, machines: {} }, { ...before, machines: { clerk: 'clerk' } }).changes).toEqual([]);
  });
});
