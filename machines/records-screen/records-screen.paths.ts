import type { DeleteOutput } from '../delete-confirm/delete-confirm.machine.ts';
import { pathPlan } from '../testing/path-plan.ts';
import { recordsScreenMachine } from './records-screen.machine.ts';
import type { RecordUses } from '../record-list/record-list.ports.ts';
import type { AskedDelete, RecordsScreenInput } from './records-screen.types.ts';

export const redirectsScreen: RecordsScreenInput = {
  websiteId: '5',
  resource: { labels: { one: 'redirect', many: 'redirects' }, confirmDelete: 'Are you sure you want to delete this redirect?' },
};
export const oneAsked: AskedDelete = { rows: [{ id: '1', name: '/a' }], focusAfter: '2' };
export const oneDeleted: DeleteOutput = { kind: 'deleted', id: '1', pending: null, appendedAt: 0, focusAfter: '2' };

/** Of records that others may name. */
export const domainsScreen: RecordsScreenInput = {
  websiteId: '5',
  resource: {
    labels: { one: 'domain', many: 'domains' },
    confirmDelete: 'Are you sure you want to delete this domain?',
    namedBy: ['redirects'],
  },
};
export const oneUse: RecordUses = {
  uses: [{ id: '1', labels: { one: 'redirect', many: 'redirects' }, total: 1, names: ['/old'] }],
  isWhole: true,
};

export const recordsScreenPaths = pathPlan({
  machine: recordsScreenMachine,
  inputs: [redirectsScreen, domainsScreen],
  events: [
    { type: 'row.toggled', id: '1' },
    { type: 'rows.selected', ids: ['1', '2'] },
    { type: 'rows.shown', ids: ['2'] },
    { type: 'delete.requested', rows: [], focusAfter: null },
    { type: 'delete.requested', ...oneAsked },
    { type: 'xstate.done.actor.findUses', output: oneUse },
    { type: 'xstate.error.actor.findUses', error: new Error('broken') },
    { type: 'xstate.after.patience.records-screen.checking' },
    { type: 'xstate.done.actor.confirmDelete', output: oneDeleted },
    { type: 'xstate.done.actor.confirmDelete', output: { kind: 'cancelled' } },
    { type: 'xstate.error.actor.confirmDelete', error: new Error('broken') },
  ],
  distinguish: ({ selected, resource }) => [...selected, ...(resource.namedBy ? ['named'] : [])],
});
