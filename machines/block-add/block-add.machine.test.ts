import { describe, expect, it } from 'vitest';
import { testPaths } from '../testing/test-paths.ts';
import { startMachine } from '../testing/start-machine.ts';
import { type BlockAddInput, blockAddMachine } from './block-add.machine.ts';
import { blockAddPaths } from './block-add.paths.ts';
import { blockAddView } from './block-add.view.ts';
import { blockAddProperties } from './block-add.properties.ts';

testPaths(blockAddPaths, blockAddProperties);

function start(theme: 'byron' | 'minimal' = 'byron', more: Partial<BlockAddInput> = {}) {
  const run = startMachine(blockAddMachine, { websiteId: '5', theme, labels: [], below: null, ...more });
  return { ...run, view: () => blockAddView(run.actor.getSnapshot()) };
}
type Run = ReturnType<typeof start>;

function fill({ actor }: Run, key = 'columns', name = ' Suburbs '): void {
  actor.send({ type: 'type.chosen', key });
  actor.send({ type: 'name.typed', name });
  actor.send({ type: 'save.requested' });
}

describe('Add New Block', () => {
  it("offers the theme's types, without the static ones", () => {
    const labels = start()
      .view()
      .types.map((type) => type.value);
    expect(labels).toContain('columns');
    expect(labels).not.toContain('cover');
    expect(labels).not.toContain('footer');
    expect(start('minimal').view().types).toEqual([]);
  });

  it('does nothing while type or name is missing, and says which', () => {
    const run = start();
    run.actor.send({ type: 'save.requested' });
    expect(run.view()).toMatchObject({
      status: 'editing',
      errors: { key: 'Select a block type.', name: 'Name is required.' },
      failedSaves: 1,
    });
    run.actor.send({ type: 'type.chosen', key: 'columns' });
    expect(run.view(), 'the name is filled in').toMatchObject({ name: 'Columns', errors: {} });
    run.actor.send({ type: 'name.typed', name: '   ' });
    run.actor.send({ type: 'save.requested' });
    expect(run.view()).toMatchObject({ errors: { name: 'Name is required.' }, failedSaves: 2 });
    expect(run.fakes.started).toEqual([]);
  });

  it('fills in a free name with the type, until somebody types one', () => {
    const run = start('byron', { labels: ['Cover', 'Columns', 'Video', 'Video 2'] });
    const choose = (key: string) => {
      run.actor.send({ type: 'type.chosen', key });
      return run.view().name;
    };
    expect(choose('map')).toBe('Map');
    expect(choose('columns')).toBe('Columns 2');
    expect(choose('video')).toBe('Video 3');
    run.actor.send({ type: 'name.typed', name: 'Suburbs' });
    expect(choose('map')).toBe('Suburbs');
    run.actor.send({ type: 'name.typed', name: '' });
    expect(choose('columns')).toBe('Columns 2');
  });

  it('says where the block goes, and puts it there', () => {
    expect(start().view().place).toBe('It goes below all other blocks.');
    const run = start('byron', { below: { blockId: '7', label: 'Staff' } });
    expect(run.view().place).toBe('It goes right below Staff.');
    fill(run);
    expect(run.fakes.last('submitBlock').input).toMatchObject({ change: { below: '7' } });
  });

  it('rejects a name that is too long for a block', () => {
    const run = start();
    fill(run, 'columns', 'x'.repeat(101));
    expect(run.view().errors.name).toBe('Name can have at most 100 characters.');
    expect(run.fakes.started).toEqual([]);
  });

  it('adds the block and returns its id', async () => {
    const run = start();
    fill(run);
    expect(run.view()).toMatchObject({ status: 'submitting', busy: true, canCancel: false });
    expect(run.fakes.last('submitBlock').input).toEqual({
      websiteId: '5',
      change: { kind: 'create', key: 'columns', label: 'Suburbs', enabled: null, copyOf: null, below: null },
    });
    await run.answer('submitBlock', { kind: 'pending', blockId: 'local:9', appendedAt: 4, reason: { kind: 'offline' } });
    expect(run.actor.getSnapshot().output).toEqual({
      kind: 'added',
      blockId: 'local:9',
      key: 'columns',
      label: 'Suburbs',
      pending: { kind: 'offline' },
      problem: null,
      appendedAt: 4,
    });
  });

  it('stays open with the reason when the block was not added, and nothing typed is lost', async () => {
    const run = start();
    fill(run);
    await run.answer('submitBlock', { kind: 'refused', message: 'Too many blocks.', fields: { label: 'Taken.', key: 'Unknown.' } });
    expect(run.view()).toMatchObject({
      status: 'error',
      key: 'columns',
      name: ' Suburbs ',
      failure: { title: 'Failed to create block with key: columns', reason: 'Too many blocks.' },
      errors: { key: 'Unknown.', name: 'Taken.' },
    });
    run.actor.send({ type: 'save.requested' });
    await run.fail('submitBlock');
    // Without a reason the title is enough.
    expect(run.view().failure).toEqual({ title: 'Failed to create block with key: columns', reason: null });
  });

  it('leaves nothing behind when it is cancelled', () => {
    const run = start();
    run.actor.send({ type: 'cancel.requested' });
    expect(run.actor.getSnapshot()).toMatchObject({ status: 'done', output: { kind: 'cancelled' } });
    expect(run.view().status).toBe('closed');
  });
});
