import { createActor, waitFor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { stateFlowsView } from '#machines/state-flows/state-flows.view.ts';
import { wireStateFlows } from './wire-state-flows.ts';

const start = (machineId: string | null) => createActor(wireStateFlows(), { input: { machineId } }).start();

describe('the wired page State flows', () => {
  it('loads a chart with what is said about its states', async () => {
    const actor = start('session');
    await waitFor(actor, (snapshot) => snapshot.matches({ chart: 'ready' }));
    const { chart } = stateFlowsView(actor.getSnapshot());
    expect(chart).toMatchObject({ status: 'ready', chart: { model: { id: 'session' }, json: { id: 'session' } } });
    expect(chart.status === 'ready' && chart.chart.model.states.every(({ description }) => description !== '')).toBe(true);
  });

  it('says that a chart could not be loaded, as that of a machine that is not there', async () => {
    const actor = start('nothing');
    await waitFor(actor, (snapshot) => snapshot.matches({ chart: 'error' }));
    expect(stateFlowsView(actor.getSnapshot()).chart).toMatchObject({ status: 'error' });
  });

  it('does not read a file that is larger than any recording', async () => {
    const actor = start(null);
    const file = { name: 'a.json', size: 30_000_000, text: () => Promise.reject(new Error('it was read')) };
    actor.send({ type: 'file.chosen', file });
    await waitFor(actor, (snapshot) => snapshot.matches({ source: 'failed' }));
    expect(stateFlowsView(actor.getSnapshot()).problem).toBe('This file is larger than any recording: it was not read.');
  });

  it('says that a file could not be read', async () => {
    const actor = start(null);
    actor.send({ type: 'file.chosen', file: { name: 'a.json', size: 1, text: () => Promise.reject(new Error('gone')) } });
    await waitFor(actor, (snapshot) => snapshot.matches({ source: 'failed' }));
    expect(stateFlowsView(actor.getSnapshot()).problem).toBe('This file could not be read.');
  });
});
