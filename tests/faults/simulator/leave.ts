import type { Simulation, Take } from './simulation.ts';

/** Signs out, now or in the middle of other work. `next` signs in right afterwards. */
export async function signOut(
  simulation: Simulation,
  { keep, after, leavingMs, fails = false }: Pick<Take<'signOut'>, 'keep' | 'after' | 'leavingMs'> & { readonly fails?: boolean },
  next?: string,
): Promise<void> {
  const { browser } = simulation;
  browser.scheduler.afterTurns(after, () => {
    if (fails && browser.leaving === null) browser.disk.failNext('broken');
    void leave(simulation, keep, leavingMs, next);
  });
  await browser.scheduler.runUntilIdle();
  if (after === 0 && leavingMs > 0) await browser.scheduler.advance(leavingMs);
}

/** In the order of the session machine: sending stops, the server revokes the session, the token is removed, the store is wiped. */
export async function leave(simulation: Simulation, keep: boolean, leavingMs: number, next?: string): Promise<void> {
  const { browser } = simulation;
  const { session, scheduler, server, network } = browser;
  const tab = browser.alive().find((one) => one.process.state === 'running');
  if (!session || !tab || browser.leaving) return;
  const { userId } = session;
  browser.leaving = tab;
  browser.hasTakenTurns = true;
  browser.stopped = null;
  simulation.leaving.set(userId, keep ? 'keep' : 'discard');
  if (!keep) simulation.hasDiscarded = true;
  if (!keep) {
    simulation.onLeft(userId, { keptUnsent: false, isCertain: false });
    simulation.unreadable.set(userId, null);
  }
  // If this tab dies before all is removed, no result is reported to anybody.
  if (!keep)
    for (const change of simulation.promises.all) if (change.userId === userId && change.state !== 'released') change.state = 'open';
  const succeeds = (work: Promise<void>) =>
    work.then(
      () => true,
      () => false,
    );
  // Where the device fails only this tab has stopped, and the pending entries are discarded with the rest.
  const sent = () => browser.entriesOf(userId).filter(({ status, mayHaveBeenApplied }) => status === 'sending' || mayHaveBeenApplied);
  const before = sent();
  if (!keep) for (const { opId } of before) simulation.toBeDiscarded.add(opId);
  browser.noteOwners();
  const hasStopped = await succeeds(tab.stopSending(userId, keep ? 'keep' : 'discard'));
  if (hasStopped && browser.leaving === tab) browser.stopped = userId;
  // Another tab may have begun to send before it was stopped.
  const begun = [...before, ...sent()].map(({ opId }) => opId);
  if (!keep && hasStopped) for (const opId of begun) simulation.abandoned.add(opId);
  browser.noteBegun(begun);
  const inFlight = new Set([...network.inFlight, ...begun]);
  // A form that is still open may save once more before the store is wiped.
  const mine = () => simulation.promises.all.filter((change) => change.userId === userId);
  const effects = server.effects.length;
  if (!keep && hasStopped) simulation.promises.release(mine(), effects, inFlight);
  if (leavingMs > 0) await scheduler.after(tab.process, leavingMs);
  // The server has revoked the session, unless it could not be reached.
  if (!tab.unplugged) network.tokens.delete(session.token);
  browser.noteOwners();
  browser.endSession(tab);
  const forgotten = await succeeds(tab.store.forget(userId, { keepUnsent: keep }));
  if (forgotten) browser.noteForgotten(userId, keep);
  // Where the device failed, or the tab died in between, it is unknown what was removed.
  if (!keep && forgotten) simulation.unreadable.set(userId, 0);
  simulation.onLeft(userId, { keptUnsent: keep, isCertain: forgotten && hasStopped });
  simulation.leaving.delete(userId);
  simulation.forgotten.add(userId);
  browser.stopped = null;
  tab.followSession();
  tab.goOn();
  browser.leaving = null;
  // Where the device fails, the console reports that the data could not be removed.
  if (!keep && forgotten) simulation.promises.release(mine(), server.effects.length, new Set(network.inFlight));
  if (next !== undefined) browser.signIn(next);
}
