import { fromTop } from '#contract/blocks/order.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import type { Block } from '#contract/entities/block.ts';
import type { WireValue } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { BlockChange } from '#machines/block-ports.ts';
import type { Simulation, Take } from './simulation.ts';
import { blockKey, movedSetting, twinPrefix } from './fake-server.ts';
import { refusedPrefix } from './server-request.ts';
import type { FaultMix } from './fake-network.ts';
import type { ChangePromise } from './promises.ts';
import { inModel, placeOfWebsite } from './places.ts';
import type { Random } from './random.ts';
import { watchFreezes } from './scheduler.ts';

/** The faults behind which a request gets no answer, whether it arrived or not. */
const unanswered: FaultMix = { share: 0.7, faults: ['answer lost', 'request lost'] };

/** Makes, changes, moves, hides or deletes a block, as the homepage's screen does. */
export async function changeBlocks(
  simulation: Simulation,
  step: Take<'block'> & { readonly blockId?: string },
  random: Random,
): Promise<void> {
  const { browser, websiteId, mark } = simulation;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  const { signInNumber } = browser;
  if (userId === undefined || tab.process.state !== 'running') return;
  const read = () => simulation.peek(tab, tab.store.readBlocks(userId, websiteId));
  let reading = await read();
  if (reading?.stored === null) {
    await simulation.visit(tab);
    reading = await read();
  }
  // The list closes with its user, even if that user signs in again at once.
  if (!reading?.stored || !simulation.isAtWork(userId) || browser.signInNumber !== signInNumber) return;
  const shown = fromTop(reading.blocks);
  // Twins can't be distinguished, so a change of one is not reported.
  const isColleagues = (id: string) => browser.server.isColleagues(inModel(placeOfWebsite(websiteId), id));
  const isTwin = ({ id, label }: Block) => label.startsWith(twinPrefix) || (!label.startsWith('C') && isColleagues(id));
  const movable = shown.filter((block) => !block.static && !isTwin(block));
  const record = `blocks/${websiteId}`;
  const add = (kind: ChangePromise['kind'], field: string, value: Json) => simulation.promises.add({ userId, kind, record, field, value });
  const seen = fromTop(reading.stored).map(({ id }) => inModel(placeOfWebsite(websiteId), id));
  const addOrder = (value: Json) => simulation.promises.add({ userId, kind: 'order', record, field: 'order', value, seen });
  const addSeen = (field: string, value: Json, seen: Json, seenBeside: Json | undefined) =>
    simulation.promises.add({ userId, kind: 'field', record, field, value, seen, seenBeside });
  const submit = async (change: BlockChange, changes: readonly ChangePromise[]) => {
    const stoodStill = watchFreezes(tab.process);
    const onEnqueued = () => {
      for (const one of changes) one.isKeptLate = stoodStill();
    };
    const deletes = browser.entriesOf(userId).filter((entry) => mutationName(entry) === 'block.delete');
    simulation.conclude(tab, changes, tab.submitBlock({ websiteId, change, onEnqueued }, new AbortController().signal));
    await browser.scheduler.runUntilIdle();
    takeBackDeletes(simulation, deletes);
  };
  if (step.change === 'twins') {
    simulation.count += 1;
    const label = `${twinPrefix}${simulation.count}${mark}`;
    const { faultMix } = browser.network;
    if (random.chance(0.5)) browser.network.faultMix = unanswered;
    for (const one of [tab, await browser.tab(step.tab + 1)]) {
      if (one.process.state !== 'running') continue;
      const change = add('create', label, null);
      const submission = { kind: 'create', key: blockKey, label, enabled: null, copyOf: null, below: null } as const;
      simulation.conclude(one, [change], one.submitBlock({ websiteId, change: submission }, new AbortController().signal));
    }
    await browser.scheduler.runUntilIdle();
    browser.network.faultMix = faultMix;
    return;
  }
  if (step.change === 'create' || step.change === 'copy' || step.change === 'createRefused') {
    simulation.count += 1;
    const label = `${step.change === 'createRefused' ? refusedPrefix : 'L'}${simulation.count}${mark}`;
    const copied = step.change === 'copy' ? [blockSetting(simulation)] : [];
    // On the second website there are no orders block by block: the paths of their calls name no website.
    const canOrder = websiteId === 'w1' || browser.server.options.hasBulkOrder;
    const below = random.chance(0.3) && movable.length > 0 && canOrder ? random.pick(movable) : null;
    const changes = [
      add('create', label, null),
      ...copied.map(({ key, value }) => add('field', `${label}/setting/${key}`, value)),
      ...(below ? [addOrder(orderWith(shown, below, label))] : []),
    ];
    const copyOf = copied.length > 0 ? { settings: copied } : null;
    await submit({ kind: 'create', key: blockKey, label, enabled: null, copyOf, below: below?.id ?? null }, changes);
    return;
  }
  if (movable.length === 0) return;
  // People change a new block more often than an old one.
  const fresh = movable.filter(({ id }) => isLocalId(id));
  const block = movable.find(({ id }) => id === step.blockId) ?? random.pick(fresh.length > 0 && random.chance(0.5) ? fresh : movable);
  const { id: blockId, label } = block;
  switch (step.change) {
    case 'delete': {
      const gone = simulation.promises.all.filter(
        (change) =>
          change.userId === userId && change.record === record && (change.field === label || change.field.startsWith(`${label}/`)),
      );
      const change = add('delete', label, null);
      await submit({ kind: 'delete', blockId, label }, [change]);
      // The block's later changes may be dropped from here on; they may also have been applied meanwhile.
      if (change.state !== 'released')
        for (const other of gone) if (other.state === 'promised' || other.state === 'asking') other.state = 'open';
      return;
    }
    case 'show':
      return submit({ kind: 'show', blockId, label, enabled: !block.enabled }, [add('field', `${label}/enabled`, !block.enabled)]);
    case 'order': {
      const to = random.int(movable.length);
      const order = movable.filter((one) => one !== block).toSpliced(to, 0, block);
      const all = [shown[0], ...order, shown.at(-1)].filter((one) => one !== undefined);
      return submit({ kind: 'order', order: all.map(({ id }) => id) }, [addOrder(all.map((one) => one.label))]);
    }
    case 'settings': {
      const setting = blockSetting(simulation);
      const base = { [setting.key]: block.settings?.find(({ key }) => key === setting.key)?.value ?? null };
      const theirs = reading.pendingSettings[blockId]?.[setting.key]?.theirs;
      const change = addSeen(`${label}/setting/${setting.key}`, setting.value, base[setting.key] ?? null, theirs?.value);
      return submit({ kind: 'settings', blockId, label, settings: [setting], base }, [change]);
    }
  }
}

/** Retries deletes that waited behind a block whose create was rejected, and that a later change of the block took back. */
export function takeBackDeletes({ browser, promises }: Simulation, deletes: readonly OutboxEntry[]): void {
  const left = browser.disk.tables.log.rows().filter(({ outcome }) => outcome === 'discarded');
  for (const { opId, userId, status, body } of deletes) {
    if (status !== 'rejected' || !left.some((line) => line.opId === opId)) continue;
    const { label } = body as { readonly label?: string };
    for (const change of promises.all)
      if (change.kind === 'delete' && change.userId === userId && change.field === label && change.state === 'promised')
        change.state = 'open';
  }
}

function blockSetting(simulation: Simulation): { readonly key: string; readonly value: WireValue } {
  simulation.count += 1;
  return { key: movedSetting, value: [`t${simulation.count}${simulation.mark}`] };
}

/** What people do next with a block: repeat the same change or, for a new block, another one. */
export function nextChange({ change, website }: Take<'block'>, random: Random): Take<'block'>['change'] {
  if (change !== 'create' && change !== 'copy') return change;
  const next = random.pick(['delete', 'delete', 'settings', 'show'] as const);
  // The path of the call that shows or hides a block names no website.
  return next === 'show' && website === 'w2' ? 'settings' : next;
}

function orderWith(shown: readonly Block[], below: Block, label: string): readonly string[] {
  return shown.flatMap((block) => (block === below ? [block.label, label] : [block.label]));
}
