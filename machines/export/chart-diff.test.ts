import { createMachine } from 'xstate';
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
            { guard: 'isGuarded', target: 'guarded', meta: { requirement: 'A guarded door stays closed.' } },
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
      'added: Transition from "door.closed" on open [is guarded] to "door.guarded"',
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
        door_closed --> door_guarded : ADDED open [isGuarded]
        door_closed --> door_open : CHANGED open [isUnlocked] / greet
        door_closed --> door_closed : open / ring (stays)
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
