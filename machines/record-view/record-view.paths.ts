import { pathPlan } from '../testing/path-plan.ts';
import type { RecordReading } from '../record-list/record-list.ports.ts';
import { recordViewMachine } from './record-view.machine.ts';

export const reading = (values: RecordReading['values']): RecordReading => ({
  id: '7',
  stored: values,
  values,
  pendingFields: {},
  confirmedWrites: {},
  isDeleting: false,
  fetchedAt: 1000,
});

export const recordViewPaths = pathPlan({
  machine: recordViewMachine,
  inputs: [{ id: '7' }],
  events: [
    { type: 'id.changed', id: '8' },
    { type: 'retry.requested' },
    { type: 'connection.restored' },
    { type: 'record.changed', values: { name: 'Later' }, fetchedAt: 2000 },
    { type: 'xstate.done.actor.readRecord', output: { kind: 'read', reading: reading({ name: 'First' }) } },
    { type: 'xstate.done.actor.readRecord', output: { kind: 'failed', code: 'notFound', message: 'Gone.' } },
    { type: 'xstate.error.actor.readRecord', error: new Error('broken') },
    { type: 'xstate.error.actor.watchRecord', error: new Error('broken') },
  ],
});
