import { createPendingNotes, type PendingNotes } from '#db/pending-note.ts';
import { carries } from './promises.ts';
import { readStored } from './read-entry.ts';
import type { Forms } from './forms.ts';
import type { Random } from './random.ts';
import type { Simulation, Take } from './simulation.ts';
import { areaOf } from './web-storage.ts';

type Gone = Take<'storeGone' | 'storeGoneOpen'>;

/** What the browser has removed with the store, and what the console says of it. */
export class StoreLoss {
  private readonly simulation: Simulation;
  private readonly forgetDrafts: () => void;
  private readonly notes: PendingNotes;
  /** How many changes of a user must be called lost, until that user has read it. */
  private readonly lost = new Map<string, number>();

  constructor(simulation: Simulation, forgetDrafts: () => void) {
    this.simulation = simulation;
    this.forgetDrafts = forgetDrafts;
    this.notes = createPendingNotes(() => areaOf(simulation.browser));
    simulation.browser.onCrash = () => this.checkNoted();
    const { onLeft } = simulation;
    // Whoever signs out without what waits is told of no loss.
    simulation.onLeft = (userId, left) => {
      onLeft(userId, left);
      if (!left.keptUnsent) this.lost.delete(userId);
    };
  }

  async remove(step: Gone): Promise<void> {
    const { browser } = this.simulation;
    if (browser.leaving || browser.stopped !== null) return;
    await browser.tab(step.tab);
    await browser.scheduler.advance(noteMs);
    this.lose();
    for (const one of browser.alive()) browser.crash(one);
    browser.removeStore(() => browser.disk.removeStore());
    await browser.open();
    await browser.scheduler.advance(noteMs);
  }

  /** The store goes under a form that is being filled in: what is typed stays in it, and is saved in the new store. */
  async removeOpen(step: Gone, forms: Pick<Forms, 'take' | 'watchShown'>, random: Random): Promise<void> {
    const { simulation } = this;
    const { browser } = simulation;
    const { scheduler, disk, device } = browser;
    if (browser.leaving || browser.stopped !== null || device.rest) return;
    const act = (...acts: Take<'form'>['acts']) => forms.take({ ...step, kind: 'form', what: 'settings', acts }, random);
    await act('type');
    const tab = await browser.tab(step.tab);
    // Without a connection nothing can be read again.
    const { unplugged } = tab;
    tab.unplugged = true;
    await scheduler.advance(noteMs);
    // Somebody may sign out by now, and a frozen tab be in the middle of a transaction.
    const isLeaving = () => browser.leaving !== null || browser.stopped !== null;
    if (isLeaving() || !disk.isAtRest) {
      tab.unplugged = unplugged;
      return;
    }
    // With the store goes what it knew of this device's own writes: a form that is open finds them as somebody else's.
    for (const { key } of browser.server.effects) if (key !== null) simulation.abandoned.add(key.split(':')[0] ?? key);
    const changed = forms.watchShown(tab);
    this.lose();
    browser.removeStore(() => disk.removeUnderTabs());
    await scheduler.advance(random.pick([0, noteMs]));
    const found = changed();
    if (found !== null) browser.onViolation('form', `once its store is gone it shows ${found}`);
    tab.unplugged = unplugged;
    await act('save');
    await scheduler.advance(noteMs);
  }

  /** What waits, and the drafts, go with the store now. Takes no turn: what a tab did meanwhile would be in no account of it. */
  private lose(): void {
    const { simulation } = this;
    const { browser } = simulation;
    const { outbox, files, idMap } = browser.disk.tables;
    // A draft that is stashed outside the store still names its file. Whoever saves it is told that the file is gone.
    for (const id of [...files.rows().map((row) => row.id), ...idMap.rows().map((row) => row.localId)]) simulation.discardedFiles.add(id);
    for (const userId of userIds) {
      const rows = outbox.rows().filter((row) => row.userId === userId);
      // A note about a store that was removed before is counted already.
      const count = this.isOfThis(userId) ? this.notedOf(userId) : 0;
      // What was never noted is not claimed: a tab may have ended before it had noted its last changes.
      // What other code has left there came without a word.
      const isForeign = rows.some((row) => readStored(row).kind === 'unreadable');
      const isNoted = this.isFollowed(userId) && !isForeign && !hadTrouble(browser.hits);
      if (isNoted && count !== rows.length) browser.onViolation('loss', `${count} changes of ${userId} are noted, and ${rows.length} wait`);
      const lost = (this.lost.get(userId) ?? 0) + count;
      const labelOf = simulation.labelsNow(userId);
      const entries = browser.entriesOf(userId);
      // Their requests may be in flight, and arrive in the time of the next store, which does not know them.
      for (const { opId } of entries) simulation.abandoned.add(opId);
      for (const change of simulation.promises.all) {
        if (change.userId !== userId || !entries.some((entry) => carries(entry, change, labelOf))) continue;
        // What had been sent may have its effect.
        if (change.state === 'promised') change.state = 'open';
        else if (change.state === 'asking') change.isGone = true;
      }
      simulation.onLeft(userId, { keptUnsent: false, isCertain: true });
      if (lost > 0) this.lost.set(userId, lost);
      simulation.unreadable.set(userId, 0);
      simulation.forgotten.add(userId);
    }
    this.forgetDrafts();
    simulation.unnamedUploads.clear();
    simulation.takenBack.clear();
    simulation.hasDiscarded = true;
  }

  /** Nothing is called lost unless it is, and what is lost is called so. Call it while the simulation is idle. */
  check(userId: string): void {
    const { browser } = this.simulation;
    if (!browser.usesWebStorage || !this.isFollowed(userId) || hadTrouble(browser.hits)) return;
    // A new store is compared with the note once it has its id.
    if (this.storeId === null) return;
    const said = this.notes.loss(userId)?.count ?? 0;
    const lost = this.lost.get(userId) ?? 0;
    if (said !== lost) browser.onViolation('loss', `${said} changes of ${userId} are called lost, and ${lost} are`);
    this.lost.delete(userId);
    // The person has read it.
    this.notes.dismiss(userId);
  }

  /** Whenever a tab ends, and the store may go with it, no more is noted than waits. */
  private checkNoted(): void {
    const { browser } = this.simulation;
    if (!browser.usesWebStorage) return;
    for (const userId of userIds) {
      // A note about a store that was removed says so until its user signs in.
      if (!this.isOfThis(userId)) continue;
      const waiting = browser.disk.tables.outbox.rows().filter((row) => row.userId === userId).length;
      const noted = this.notedOf(userId);
      if (noted > waiting) browser.onViolation('loss', `${noted} changes of ${userId} are noted as their tab ends, and ${waiting} wait`);
    }
  }

  /** A tab that runs notes what waits for the user. */
  private isFollowed(userId: string): boolean {
    const { browser } = this.simulation;
    return (
      this.simulation.isAtWork(userId) &&
      browser.alive().some(({ process, isFollowing }) => process.state === 'running' && isFollowing(userId))
    );
  }

  /** Whether the note of a user is about the store that is there now. */
  private isOfThis(userId: string): boolean {
    return this.storeId !== null && this.notes.isOf(userId, this.storeId);
  }

  private get storeId(): string | null {
    const row = this.simulation.browser.disk.tables.meta.get('storeId');
    return typeof row?.value === 'string' ? row.value : null;
  }

  private notedOf(userId: string): number {
    const note: unknown = JSON.parse(this.simulation.browser.webStorage.get(`frontage.waiting.${userId}`) ?? 'null');
    return typeof note === 'object' && note !== null && 'count' in note && typeof note.count === 'number' ? note.count : 0;
  }
}

const userIds = ['u1', 'u2'];

/** Longer than what waits takes to be noted. ms. */
const noteMs = 500;

/** After these a reading of the device may have failed, and with it what follows. */
const hadTrouble = (hits: ReadonlyMap<string, number>): boolean => ['quota', 'broken device', 'full disk'].some((name) => hits.has(name));
