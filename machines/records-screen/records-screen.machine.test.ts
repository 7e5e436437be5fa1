import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { recordsScreenMachine } from './records-screen.machine.ts';
import { domainsScreen, oneAsked, oneDeleted, oneUse, recordsScreenPaths, redirectsScreen } from './records-screen.paths.ts';
import type { AskedRow } from './records-screen.types.ts';
import { recordsScreenView } from './records-screen.view.ts';
import { recordsScreenProperties } from './records-screen.properties.ts';

testPaths(recordsScreenPaths, recordsScreenProperties);

function start() {
  const run = startMachine(recordsScreenMachine, redirectsScreen);
  const view = () => recordsScreenView(run.actor.getSnapshot());
  return { ...run, view, selected: () => [...view().selected] };
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at), name: `/${at}` }));

describe('the selection', () => {
  it('holds what was selected and is visible', () => {
    const { actor, selected, view } = start();
    expect(view().count).toBeNull();
    actor.send({ type: 'row.toggled', id: '1' });
    expect(view().count).toBe('1 redirect selected');
    actor.send({ type: 'rows.selected', ids: ['1', '2', '3'] });
    actor.send({ type: 'row.toggled', id: '2' });
    expect(view().count).toBe('2 redirects selected');
    actor.send({ type: 'rows.shown', ids: ['3', '4'] });
    expect(selected()).toEqual(['3']);
  });
});

describe('a delete', () => {
  it('asks with the resource’s labels, by name; shows a toast, and moves the focus', async () => {
    const { actor, answer, emitted, fakes, selected } = start();
    actor.send({ type: 'rows.selected', ids: ['1', '2'] });
    actor.send({ type: 'delete.requested', ...oneAsked });
    expect(fakes.last('confirmDelete').input).toEqual({
      item: { websiteId: '5', id: '1', label: '/a', all: [{ id: '1', label: '/a' }] },
      labels: {
        title: 'Delete /a',
        text: 'Are you sure you want to delete this redirect?',
        confirm: 'Delete',
        error: 'The redirect was not deleted',
      },
      focusAfter: '2',
    });
    await answer('confirmDelete', oneDeleted);
    expect(emitted).toEqual([
      { type: 'toast', toast: { type: 'success', title: 'Redirect deleted', content: '/a has been deleted.' } },
      { type: 'rows.deleted', focusAfter: '2' },
    ]);
    expect(selected(), 'what else is selected stays so').toEqual(['2']);
  });

  it('says what is special about it: of one record, and of one among several', () => {
    const [first, second] = [
      { id: '1', name: '/a', note: 'Nobody finds it then.' },
      { id: '2', name: '/b', note: null },
    ];
    const textOf = (...rows: readonly AskedRow[]) => {
      const { actor, fakes } = start();
      actor.send({ type: 'delete.requested', rows, focusAfter: null });
      return fakes.last('confirmDelete').input;
    };
    expect(textOf(first)).toMatchObject({ labels: { text: 'Are you sure you want to delete this redirect? Nobody finds it then.' } });
    expect(textOf(first, second)).toMatchObject({
      labels: { text: 'Are you sure you want to delete these 2 redirects? /a and /b. /a: Nobody finds it then.' },
    });
  });

  it('of records that others may name asks once it is known what does', async () => {
    const { actor, answer, fakes } = startMachine(recordsScreenMachine, domainsScreen);
    actor.send({ type: 'delete.requested', rows: [{ id: '1', name: 'a.example' }], focusAfter: null });
    expect(fakes.last('findUses').input).toEqual({ ids: ['1'] });
    expect(actor.getSnapshot().value).toBe('checking');
    await answer('findUses', oneUse);
    expect(fakes.last('confirmDelete').input).toMatchObject({
      labels: { text: 'Are you sure you want to delete this domain? 1 redirect names it: /old.' },
    });
  });

  it('asks all the same where that can’t be found out, or takes long', async () => {
    const [{ actor, fail, fakes }, late] = [
      startMachine(recordsScreenMachine, domainsScreen),
      startMachine(recordsScreenMachine, domainsScreen),
    ];
    const unknown = 'Are you sure you want to delete this domain? It is not known just now which redirects name it.';
    actor.send({ type: 'delete.requested', rows: [{ id: '1', name: 'a.example' }], focusAfter: null });
    await fail('findUses', new Error('broken'));
    expect(fakes.last('confirmDelete').input).toMatchObject({ labels: { text: unknown } });
    late.actor.send({ type: 'delete.requested', rows: [{ id: '1', name: 'a.example' }], focusAfter: null });
    late.clock.increment(2000);
    expect(late.fakes.last('confirmDelete').input).toMatchObject({ labels: { text: unknown } });
  });

  it.each([
    [2, 'Are you sure you want to delete these 2 redirects? /0 and /1.'],
    [8, 'Are you sure you want to delete these 8 redirects? /0, /1, /2, /3, /4 and 3 more.'],
  ])('of %i says how many, and which', async (count, text) => {
    const { actor, answer, emitted, fakes } = start();
    actor.send({ type: 'delete.requested', rows: rowsOf(count), focusAfter: null });
    expect(fakes.last('confirmDelete').input).toMatchObject({
      item: { label: `${count} redirects`, all: rowsOf(count).map(({ id, name }) => ({ id, label: name })) },
      labels: { title: `Delete ${count} redirects`, text, confirm: `Delete ${count}`, error: 'Not all redirects were deleted' },
    });
    await answer('confirmDelete', oneDeleted);
    expect(emitted[0]).toMatchObject({ toast: { title: 'Redirects deleted', content: `${count} redirects have been deleted.` } });
  });

  it('that waits on the device says so', async () => {
    const { actor, answer, emitted } = start();
    actor.send({ type: 'delete.requested', ...oneAsked });
    await answer('confirmDelete', { ...oneDeleted, pending: { kind: 'offline' } });
    expect(emitted[0]).toMatchObject({ toast: { title: 'Saved on this device', content: 'It will be sent when you are back online.' } });
  });

  it('that is given up leaves all as it was', async () => {
    const { actor, answer, emitted, selected } = start();
    actor.send({ type: 'rows.selected', ids: ['1', '2'] });
    actor.send({ type: 'delete.requested', ...oneAsked });
    await answer('confirmDelete', { kind: 'cancelled' });
    expect([emitted, selected()]).toEqual([[], ['1', '2']]);
  });
});
