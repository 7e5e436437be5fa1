import { and, emit, not, or, raise, sendParent, setup, spawnChild, stateIn } from 'xstate';
import { describe, expect, it } from 'vitest';
import { notProvided } from '../placeholder.ts';
import { chartJson, chartOfJson } from './chart-json.ts';
import { chartModel } from './chart-model.ts';
import { guardText } from './guard-text.ts';
import { loadChart } from './load-chart.ts';
import { machines } from './machines.ts';
import { toMermaid } from './mermaid.ts';
import { toScxml } from './scxml.ts';

/** One of each: kinds of state, of event, of guard and of delay. */
const machine = setup({
  types: {
    events: {} as { type: 'go'; by: number } | { type: 'go/back' } | { type: 'stop' },
    context: {} as { by: number },
    emitted: {} as { type: 'toast'; title: string },
  },
  actors: { loadPage: notProvided<number, { by: number } | undefined>('loadPage') },
  actions: {
    note: () => undefined,
    setBy: (_, _params: { by: number }) => undefined,
    raiseStop: raise({ type: 'stop' }),
    showToast: emit({ type: 'toast', title: "It's over." }),
    start: spawnChild('loadPage'),
  },
  guards: { isFar: (_, params: { by: number }) => params.by > 2, isOnline: () => true, isBusy: () => false },
  delays: { pause: 250, backoff: ({ context }) => context.by },
}).createMachine({
  id: 'sample',
  description: 'A "sample" -- of <everything>.',
  meta: { testId: 'sample' },
  context: () => ({ by: 1 }),
  initial: 'idle',
  on: { stop: { target: '.done' } },
  states: {
    idle: {
      description: 'Nothing happens.',
      tags: ['calm'],
      entry: 'note',
      after: { pause: { target: 'working' }, backoff: { guard: 'isOnline', target: 'idle', reenter: true } },
      on: {
        go: [
          {
            guard: { type: 'isFar', params: ({ event }) => ({ by: event.by }) },
            target: 'working',
            actions: { type: 'setBy', params: ({ event }) => ({ by: event.by }) },
            meta: { requirements: ['R1'] },
          },
          { guard: and(['isOnline', or([not('isBusy'), 'isOnline'])]), description: 'Stays.', actions: ['note', 'note'] },
        ],
        'go/back': { guard: stateIn('idle'), target: 'working.two.a' },
      },
    },
    working: {
      description: 'Both.',
      type: 'parallel',
      exit: 'note',
      invoke: {
        id: 'page',
        src: 'loadPage',
        input: { by: 3 },
        onDone: [
          { guard: { type: 'isFar', params: { by: 5 } }, target: 'done', actions: [{ type: 'setBy', params: { by: 5 } }, 'showToast'] },
          { guard: and([{ type: 'isFar', params: { by: 7 } }, 'isOnline']), target: 'done', actions: ['raiseStop', 'start'] },
        ],
        onError: { target: 'idle', actions: sendParent({ type: 'page.lost', by: 1 }) },
      },
      states: {
        one: { initial: 'a', states: { a: { always: { guard: 'isBusy', target: 'b' } }, b: { type: 'final' } }, onDone: { target: 'two' } },
        two: { initial: 'a', states: { a: { on: { go: { target: 'b' } } }, b: {} } },
      },
    },
    done: { description: 'Over.', type: 'final', meta: { sees: 'Nothing.' } },
  },
});
const chart = chartModel(machine);
const transitionOf = (id: string) => chart.transitions.find((transition) => transition.id === id);

describe('the chart of a machine', () => {
  it('has every state, with what surrounds it and what happens in it', () => {
    expect(chart.states.map(({ id, parent, type, initial }) => [id, parent, type, initial])).toEqual([
      ['sample', null, 'compound', 'sample.idle'],
      ['sample.idle', 'sample', 'atomic', null],
      ['sample.working', 'sample', 'parallel', null],
      ['sample.working.one', 'sample.working', 'compound', 'sample.working.one.a'],
      ['sample.working.one.a', 'sample.working.one', 'atomic', null],
      ['sample.working.one.b', 'sample.working.one', 'final', null],
      ['sample.working.two', 'sample.working', 'compound', 'sample.working.two.a'],
      ['sample.working.two.a', 'sample.working.two', 'atomic', null],
      ['sample.working.two.b', 'sample.working.two', 'atomic', null],
      ['sample.done', 'sample', 'final', null],
    ]);
    expect(chart.states[1]).toMatchObject({
      key: 'idle',
      path: ['idle'],
      tags: ['calm'],
      entry: [{ name: 'note', params: null }],
      exit: [],
    });
    expect(chart.states[2]).toMatchObject({
      invokes: [{ id: 'page', src: 'loadPage', input: { by: 3 } }],
      exit: [{ name: 'note', params: null }],
      entry: [],
    });
    expect(chart.states.at(-1)).toMatchObject({ description: 'Over.', meta: { sees: 'Nothing.' } });
  });

  it('has every transition, with its kind, its guard in words, its delay and its requirements', () => {
    expect(transitionOf('sample.idle --go[0]')).toEqual({
      id: 'sample.idle --go[0]',
      source: 'sample.idle',
      targets: ['sample.working'],
      event: 'go',
      label: 'go',
      kind: 'event',
      delay: null,
      guard: { name: 'isFar', text: 'is far', params: null },
      choice: 1,
      actions: [{ name: 'setBy', params: null }],
      reenter: false,
      description: '',
      requirements: ['R1'],
      internal: '',
    });
    expect(transitionOf('sample.idle --go[1]')).toMatchObject({
      targets: [],
      guard: { name: 'and(isOnline, or(not(isBusy), isOnline))', text: 'is online and (not is busy or is online)' },
      actions: [
        { name: 'note', params: null },
        { name: 'note', params: null },
      ],
      choice: 2,
    });
    expect(transitionOf('sample.idle --go/back[0]')?.guard).toEqual({ name: 'inline', text: 'a condition without a name', params: null });
    expect(chart.transitions.map(({ kind, label, delay }) => [kind, label, delay])).toEqual(
      expect.arrayContaining([
        ['delay', 'after pause', { name: 'pause', ms: 250 }],
        ['delay', 'after backoff', { name: 'backoff', ms: null }],
        ['done', 'done page', null],
        ['done', 'done sample.working.one', null],
        ['error', 'error page', null],
        ['always', 'always', null],
      ]),
    );
  });

  it('has static parameters, of what is joined too, and what actions do beside changing the context', () => {
    expect(transitionOf('sample.working --xstate.done.actor.page[0]')).toMatchObject({
      choice: 1,
      guard: { name: 'isFar', text: 'is far {by: 5}', params: { by: 5 } },
      actions: [
        { name: 'setBy', params: { by: 5 } },
        { name: 'showToast', params: null },
      ],
    });
    expect(transitionOf('sample.working --xstate.done.actor.page[1]')?.guard).toMatchObject({
      name: 'and(isFar_by_7, isOnline)',
      text: 'is far {by: 7} and is online',
    });
    const effect = { to: null, data: null, isSure: true };
    expect(chart.effects).toEqual({
      raiseStop: [{ ...effect, kind: 'raise', what: 'stop' }],
      'sends page.lost {by: 1} to parent': [{ ...effect, kind: 'send', what: 'page.lost', to: 'parent', data: { by: 1 } }],
      showToast: [{ ...effect, kind: 'emit', what: 'toast', data: { title: "It's over." } }],
      start: [{ ...effect, kind: 'spawn', what: 'loadPage' }],
    });
  });

  it('reads names as words', () => {
    expect(guardText('canSave')).toBe('can save');
    expect(guardText('isAPIKey2Set')).toBe('is api key2 set');
  });
});

describe('the exports', () => {
  it('as JSON says what it leaves out, by places in the config', () => {
    const { leftOut, implementations } = JSON.parse(JSON.stringify(chartJson(machine))).meta.export;
    expect(leftOut).toEqual([
      '/context',
      '/states/idle/on/go/0/guard/params',
      '/states/idle/on/go/0/actions/params',
      '/states/idle/on/go/1/guard',
      '/states/idle/on/go~1back/guard',
      '/states/working/invoke/onDone/1/guard',
      '/states/working/invoke/onError/actions',
    ]);
    expect(implementations).toEqual({
      actions: ['note', 'raiseStop', 'setBy', 'showToast', 'start'],
      actors: ['loadPage'],
      guards: ['isBusy', 'isFar', 'isOnline'],
      delays: { backoff: null, pause: 250 },
      effects: chart.effects,
      machines: {},
    });
  });

  it('says which of its actors are machines', async () => {
    const sync = machines.find(({ id }) => id === 'sync');
    if (!sync) throw new Error('there is no outbox');
    expect(chartModel(await sync.load()).machines).toEqual({ delivery: 'delivery' });
  });

  it('as JSON is the same chart when it is read back, with what has no name in it', () => {
    expect(chartOfJson(JSON.parse(JSON.stringify(chartJson(machine))))).toEqual(chart);
  });

  it.each(machines)('as JSON is the same chart when it is read back: $id', async ({ load }) => {
    const original = await load();
    expect(chartOfJson(JSON.parse(JSON.stringify(chartJson(original))))).toEqual(chartModel(original));
  });

  it.each(machines)('are there for the build, which leaves descriptions out of machines: $id', async (listed) => {
    const { model: read, layout } = await loadChart(listed);
    expect(read).toEqual(chartModel(await listed.load()));
    expect(layout.states).toHaveProperty([listed.id]);
  });

  it('as Mermaid names states, events, guards and actions', () => {
    expect(toMermaid(chart, { added: { style: 'fill:#dfd', states: ['sample.done'] } })).toMatchInlineSnapshot(`
      "stateDiagram-v2
        [*] --> sample_idle
        state "idle" as sample_idle
        sample_idle --> sample_working : go [1. isFar] / setBy
        sample_idle --> sample_idle : go [2. and(isOnline, or(not(isBusy), isOnline))] / note, note (stays)
        sample_idle --> sample_working_two_a : go/back [inline]
        sample_idle --> sample_working : after pause
        sample_idle --> sample_idle : after backoff [isOnline]
        state "working" as sample_working {
          state "one" as sample_working_one {
            [*] --> sample_working_one_a
            state "a" as sample_working_one_a
            sample_working_one_a --> sample_working_one_b : always [isBusy]
            state "b" as sample_working_one_b
            sample_working_one_b --> [*]
          }
          sample_working_one --> sample_working_two : done sample.working.one
          --
          state "two" as sample_working_two {
            [*] --> sample_working_two_a
            state "a" as sample_working_two_a
            sample_working_two_a --> sample_working_two_b : go
            state "b" as sample_working_two_b
          }
        }
        sample_working --> sample_done : done page [1. isFar_by_5] / setBy {by=5}, showToast (emits toast {title=“It's over.”})
        sample_working --> sample_done : done page [2. and(isFar_by_7, isOnline)] / raiseStop (raises stop), start (spawns loadPage)
        sample_working --> sample_idle : error page / sends page.lost {by=1} to parent
        state "done" as sample_done
        sample_done --> [*]
        sample --> sample_done : stop
        classDef added fill:#dfd
        class sample_done added
      "
    `);
  });

  it('as SCXML has stand-ins for what only the code knows', () => {
    expect(toScxml(chart)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <!-- A "sample" - - of <everything>. -->
      <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" name="sample" initial="sample">
        <datamodel>
          <data id="inline" expr="true"/>
          <data id="isBusy" expr="true"/>
          <data id="isFar" expr="true"/>
          <data id="isFar_by_5" expr="true"/>
          <data id="isFar_by_7" expr="true"/>
          <data id="isOnline" expr="true"/>
          <data id="delay_backoff" expr="'1s'"/>
        </datamodel>
        <script>
          function not(a) { return !a; }
          function and() { return Array.prototype.every.call(arguments, Boolean); }
          function or() { return Array.prototype.some.call(arguments, Boolean); }
        </script>
        <state id="sample" initial="sample.idle">
          <transition event="stop" target="sample.done" type="internal"/>
          <transition event="done.state.sample" target="sample.is-done"/>
          <!-- Nothing happens. -->
          <state id="sample.idle">
            <onentry>
              <log label="action" expr="'note'"/>
              <send id="after.pause.sample.idle" event="after.pause.sample.idle" delay="250ms"/>
              <send id="after.backoff.sample.idle" event="after.backoff.sample.idle" delayexpr="delay_backoff"/>
            </onentry>
            <onexit>
              <cancel sendid="after.pause.sample.idle"/>
              <cancel sendid="after.backoff.sample.idle"/>
            </onexit>
            <!-- R1 -->
            <transition event="go" cond="isFar" target="sample.working">
              <log label="action" expr="'setBy'"/>
            </transition>
            <!-- Stays. -->
            <transition event="go" cond="and(isOnline, or(not(isBusy), isOnline))">
              <log label="action" expr="'note'"/>
              <log label="action" expr="'note'"/>
            </transition>
            <transition event="go/back" cond="inline" target="sample.working.two.a"/>
            <transition event="after.pause.sample.idle" target="sample.working"/>
            <transition event="after.backoff.sample.idle" cond="isOnline" target="sample.idle"/>
          </state>
          <!-- Both. -->
          <parallel id="sample.working">
            <onexit>
              <log label="action" expr="'note'"/>
            </onexit>
            <invoke id="page" type="urn:xstate:actor" src="loadPage">
              <param name="by" expr="3"/>
            </invoke>
            <transition event="done.invoke.page" cond="isFar_by_5" target="sample.done">
              <log label="action" expr="'setBy {by: 5}'"/>
              <log label="action" expr="'showToast'"/>
              <log label="effect" expr="'emits toast {title: “It\\'s over.”}'"/>
            </transition>
            <transition event="done.invoke.page" cond="and(isFar_by_7, isOnline)" target="sample.done">
              <log label="action" expr="'raiseStop'"/>
              <raise event="stop"/>
              <log label="action" expr="'start'"/>
              <log label="effect" expr="'spawns loadPage'"/>
            </transition>
            <transition event="error.platform.page" target="sample.idle">
              <log label="action" expr="'sends page.lost {by: 1} to parent'"/>
              <send event="page.lost" target="#_parent">
                <param name="by" expr="1"/>
              </send>
            </transition>
            <state id="sample.working.one" initial="sample.working.one.a">
              <transition event="done.state.sample.working.one" target="sample.working.two"/>
              <state id="sample.working.one.a">
                <transition cond="isBusy" target="sample.working.one.b"/>
              </state>
              <final id="sample.working.one.b"/>
            </state>
            <state id="sample.working.two" initial="sample.working.two.a">
              <state id="sample.working.two.a">
                <transition event="go" target="sample.working.two.b"/>
              </state>
              <state id="sample.working.two.b"/>
            </state>
          </parallel>
          <!-- Over. -->
          <final id="sample.done"/>
        </state>
        <final id="sample.is-done"/>
      </scxml>
      "
    `);
  });
});
