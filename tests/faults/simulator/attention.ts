import type { QueueRow } from '#contract/queue.ts';
import { needsAttention } from '#db/queue-rows.ts';
import { askedKey, type Desk, type Take } from './desk.ts';
import { carries, type ChangePromise, Names } from './promises.ts';
import type { Random } from './random.ts';
import type { Tab } from './tab.ts';

/** A person sees what needs attention, and decides. */
export async function attend(desk: Desk, step: Take<'attend'>, random: Random): Promise<void> {
  const { browser } = desk;
  const tab = await browser.tab(step.tab);
  const userId = browser.session?.userId;
  if (userId === undefined || tab.process.state !== 'running') return;
  const entries = await desk.peek(tab, tab.store.outbox.list(userId));
  const open = (entries ?? []).flatMap((read) => (needsAttention(read) && read.kind === 'row' ? [read.row] : []));
  if (open.length === 0) return;
  const entry = random.pick(open);
  const { outbox } = tab.store;
  const isConflict = entry.status === 'conflict' && entry.lastError?.theirs !== undefined;
  const choices = isConflict ? choicesOf(entry, step.how === 'theirs' ? 'theirs' : 'mine', random) : {};
  const work =
    step.how === 'discard' ? outbox.discard(entry.opId) : isConflict ? outbox.resolve(entry.opId, choices) : outbox.retry(entry.opId);
  for (const [key, side] of Object.entries(choices))
    if (side === 'mine' && step.how !== 'discard')
      desk.decided.set(askedKey(userId, key, entry.lastError?.theirs?.[key] ?? null), browser.server.effects.length);
  const result = await desk.peek(tab, work);
  if (step.how === 'discard') desk.hasDiscarded = true;
  if (!result || result.kind === 'refused') return;
  if (step.how === 'discard' && result.kind === 'left')
    await releaseEntries(
      desk,
      tab,
      userId,
      entries?.flatMap((read) => (read.kind === 'row' && result.opIds.includes(read.row.opId) ? [read.row] : [])) ?? [],
    );
  if (!isConflict || step.how === 'discard') return;
  releaseFields(
    desk,
    entry,
    Object.keys(choices).filter((key) => choices[key] === 'theirs'),
  );
}

/** Of several fields in conflict a screen shows some, and a person decides about each of those by itself. */
function choicesOf(entry: QueueRow, side: Side, random: Random): Readonly<Record<string, Side>> {
  const asked = Object.keys(entry.lastError?.theirs ?? {});
  const first = random.pick(asked);
  const others = asked.filter((key) => key !== first && random.chance(0.5));
  return Object.fromEntries([[first, side] as const, ...others.map((key) => [key, random.pick(sides)] as const)]);
}

const sides = ['mine', 'theirs'] as const;
type Side = (typeof sides)[number];

/** What a discarded entry carried must not be sent any more; what was sent of it before is on the server all the same. */
async function releaseEntries(desk: Desk, tab: Tab, userId: string, entries: readonly QueueRow[]): Promise<void> {
  const labelOf = await desk.labels(tab, userId);
  for (const change of desk.promises.all)
    if (change.userId === userId && entries.some((entry) => carries(entry, change, labelOf) && !isNewer(desk, change, entry)))
      change.state = 'open';
}

/** Of several changes of one field only those that the entry was made of are dropped with it. */
function isNewer(desk: Desk, change: ChangePromise, entry: QueueRow): boolean {
  return change.kind === 'field' &&
    change.value !== null &&
    !JSON.stringify(entry.body).includes(JSON.stringify(change.value)) &&
    change.state === 'promised'
    ? desk.promises.all.some(
        (other) =>
          other.order < change.order && other.field === change.field && JSON.stringify(entry.body).includes(JSON.stringify(other.value)),
      )
    : false;
}

function releaseFields(desk: Desk, entry: QueueRow, keys: readonly string[]): void {
  const names = new Names(desk.browser.server);
  for (const change of desk.promises.all)
    if (change.userId === entry.userId && keys.some((key) => names.field(key) === change.field)) change.state = 'open';
}
