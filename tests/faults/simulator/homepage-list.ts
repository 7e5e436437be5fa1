import { listedBlocks } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import { mutationName } from '#contract/outbox-entry.ts';
import type { BlockSubmission } from '#machines/block-ports.ts';
import { currentBlocks } from '#machines/homepage/homepage.blocks.ts';
import type { homepageMachine } from '#machines/homepage/homepage.machine.ts';
import { wireHomepage } from '#src/features/homepage/wire-homepage.ts';
import { type ActorRefFrom, createActor } from 'xstate';
import { takeBackDeletes } from './block-changes.ts';
import { blockKey, twinPrefix } from './fake-server.ts';
import { inModel, placeOfWebsite } from './places.ts';
import type { ChangePromise } from './promises.ts';
import type { Random } from './random.ts';
import type { Simulation, Take } from './simulation.ts';
import type { Tab } from './tab.ts';

type ListStep = Take<'homepage'>;
type Act = ListStep['acts'][number];
type ListActor = ActorRefFrom<typeof homepageMachine>;

/** Longer than a live view takes to follow the store. ms. */
const paceMs = 600;

/** Opens the list of the homepage's blocks with the console's own chart, and works in it; between two acts it shows what the device has. */
export async function workInList(simulation: Simulation, step: ListStep, random: Random): Promise<void> {
  const { browser } = simulation;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running' || !simulation.isAtWork(userId)) return;
  const isHere = () => tab.process.state === 'running' && simulation.isAtWork(userId) && actor.getSnapshot().status === 'active';
  const actor = openList(simulation, tab, userId);
  await browser.scheduler.advance(paceMs);
  for (const act of step.acts) {
    if (!isHere() || !actor.getSnapshot().hasTag('ready')) break;
    simulation.promises.moment += 1;
    const deletes = browser.entriesOf(userId).filter((entry) => mutationName(entry) === 'block.delete');
    doOne(simulation, actor, act, random);
    await browser.scheduler.runUntilIdle();
    takeBackDeletes(simulation, deletes);
    if (random.chance(0.6)) await browser.scheduler.advance(paceMs);
    if (isHere()) await checkShown(simulation, tab, userId, actor);
  }
  actor.stop();
}

function openList(simulation: Simulation, tab: Tab, userId: string): ListActor {
  const { websiteId, browser } = simulation;
  const { store, blocks } = tab.forms();
  const submit = (submission: BlockSubmission, signal: AbortSignal) => {
    const changes = changesOf(simulation, userId, submission, currentBlocks(actor.getSnapshot().context));
    const gone = submission.change.kind === 'delete' ? changesOfBlock(simulation, userId, submission.change.label) : [];
    const work = blocks.submit(submission, signal);
    simulation.conclude(tab, changes, work);
    // The block's later changes may be dropped from here on; they may also have been applied meanwhile.
    void work.then(() => {
      for (const other of gone) if (other.state === 'promised' || other.state === 'asking') other.state = 'open';
    });
    return work;
  };
  const actor: ListActor = createActor(wireHomepage({ store }, { ...blocks, submit }), {
    input: { websiteId, remembered: blocks.peek(websiteId) },
    clock: browser.scheduler.clockOf(tab.process),
  });
  actor.subscribe({ error: (error) => browser.onViolation('error', String(error)) });
  actor.start();
  tab.screens.add({ close: () => actor.stop() });
  return actor;
}

/** What a person may rely on once the list has called a change stored. */
function changesOf(
  simulation: Simulation,
  userId: string,
  { websiteId, change }: BlockSubmission,
  shown: readonly Block[],
): readonly ChangePromise[] {
  const record = `blocks/${websiteId}`;
  const add = (kind: ChangePromise['kind'], field: string, value: ChangePromise['value']) =>
    simulation.promises.add({ userId, kind, record, field, value });
  switch (change.kind) {
    case 'show':
      return [add('field', `${change.label}/enabled`, change.enabled)];
    case 'delete':
      return [add('delete', change.label, null)];
    case 'create':
      return [add('create', change.label, null)];
    case 'order':
      return [
        add(
          'order',
          'order',
          change.order.flatMap((id) => shown.find((block) => block.id === id)?.label ?? []),
        ),
      ];
    case 'settings':
      return [];
  }
}

const changesOfBlock = ({ promises, websiteId }: Simulation, userId: string, label: string) =>
  promises.all.filter(
    (change) =>
      change.userId === userId &&
      change.record === `blocks/${websiteId}` &&
      (change.field === label || change.field.startsWith(`${label}/`)),
  );

const placeOf = (actor: ListActor, id: string): number =>
  listedBlocks(currentBlocks(actor.getSnapshot().context)).findIndex((block) => block.id === id);

function doOne(simulation: Simulation, actor: ListActor, act: Act, random: Random): void {
  const { browser, websiteId, mark } = simulation;
  const isColleagues = (id: string) => browser.server.isColleagues(inModel(placeOfWebsite(websiteId), id));
  // Twins can't be told apart.
  const isTwin = ({ id, label }: Block) => label.startsWith(twinPrefix) || (!label.startsWith('C') && isColleagues(id));
  const movable = listedBlocks(currentBlocks(actor.getSnapshot().context)).filter((block) => !block.static && !isTwin(block));
  const block = movable.length === 0 ? null : random.pick(movable);
  switch (act) {
    case 'toggle':
      if (block) actor.send({ type: 'visibility.toggled', id: block.id });
      return;
    case 'move':
      if (block) actor.send({ type: 'move.requested', id: block.id, by: random.pick(['up', 'down', 'top', 'bottom'] as const) });
      return;
    case 'drag': {
      if (!block) return;
      actor.send({ type: 'block.lifted', id: block.id, by: 'pointer' });
      // Not while an editor is open in its place.
      if (actor.getSnapshot().context.lifted?.id !== block.id) return;
      const { id: overId } = random.pick(movable);
      const place = placeOf(actor, overId);
      actor.send({ type: 'block.movedOver', overId });
      actor.send({ type: 'block.dropped' });
      if (placeOf(actor, block.id) !== place)
        browser.onViolation('not shown', `${block.label} is dropped at ${place}, and is at ${placeOf(actor, block.id)}`);
      return;
    }
    case 'delete':
      if (!block) return;
      actor.send({ type: 'delete.requested', id: block.id });
      actor.getSnapshot().children.confirmDelete?.send({ type: 'delete.confirmed' });
      return;
    case 'add': {
      simulation.count += 1;
      actor.send({ type: 'address.changed', address: { kind: 'add' } });
      const dialog = actor.getSnapshot().children.addBlock;
      dialog?.send({ type: 'type.chosen', key: blockKey });
      dialog?.send({ type: 'name.typed', name: `L${simulation.count}${mark}` });
      dialog?.send({ type: 'save.requested' });
      return;
    }
    case 'back':
      actor.send({ type: 'address.changed', address: { kind: 'list' } });
  }
}

/** At rest the list shows what the device has: the cache with what waits applied to it. */
async function checkShown(simulation: Simulation, tab: Tab, userId: string, actor: ListActor): Promise<void> {
  const { browser } = simulation;
  const before = browser.disk.commits;
  const reading = await simulation.peek(tab, tab.store.readBlocks(userId, simulation.websiteId));
  await browser.scheduler.runUntilIdle();
  const snapshot = actor.getSnapshot();
  const { context } = snapshot;
  const isStill = browser.disk.commits === before && snapshot.status === 'active' && snapshot.hasTag('ready');
  const hadTrouble = ['quota', 'broken device', 'full disk'].some((name) => [...browser.hits.keys()].some((hit) => hit === name));
  // What has no answer yet is shown as if it were stored.
  const isUnanswered = Object.keys(snapshot.children).some((id) => id.startsWith('mutation-'));
  if (!reading || !isStill || hadTrouble || isUnanswered || context.watchLost || !simulation.isAtWork(userId)) return;
  const asRows = (blocks: readonly Block[]) => listedBlocks(blocks).map(({ id, enabled }) => `${id} ${String(enabled)}`);
  const [shown, stored] = [asRows(currentBlocks(context)), asRows(reading.blocks)];
  if (shown.join() !== stored.join())
    browser.onViolation('not shown', `the list shows ${shown.join()}, and the device has ${stored.join()}`);
}
