/** Mutants that no test can find, since the machine does the same with them. */
export interface EquivalentMutants {
  readonly machine: string;
  readonly why: string;
  /** As `npm run charts -- --mutants` prints them. */
  readonly mutants: readonly string[];
}

/** One that a test finds, or that is no longer there, fails `npm run charts -- --mutants`. */
export const equivalentMutants: readonly EquivalentMutants[] = [
  {
    machine: 'homepage',
    why: 'Whether there is a snapshot decides, and is known: to the same state at once.',
    mutants: [
      'homepage.loading --xstate.done.actor.loadBlocks[0] leads to homepage.deciding instead of homepage.ready',
      'homepage.error --retry.requested[0] leads to homepage.deciding instead of homepage.loading',
      'homepage.error --connection.restored[0] leads to homepage.deciding instead of homepage.loading',
    ],
  },
  {
    machine: 'online-action',
    why: 'Each of these states leads to "offline" without a connection, and "offline" to "ready" with one, by `always`.',
    mutants: [
      'online-action.ready --always[0] leads to online-action.done instead of online-action.offline',
      'online-action.ready --always[0] leads to online-action.error instead of online-action.offline',
      'online-action.submitting --action.cancelled[0] leads to online-action.offline instead of online-action.ready',
      'online-action.done --always[0] leads to online-action.ready instead of online-action.offline',
      'online-action.done --always[0] leads to online-action.error instead of online-action.offline',
      'online-action.error --always[0] leads to online-action.ready instead of online-action.offline',
      'online-action.error --always[0] leads to online-action.done instead of online-action.offline',
    ],
  },
  {
    machine: 'settings-screen',
    why: 'A remembered screen does not load: in this state none is.',
    mutants: [
      'settings-screen.failed --retry.requested[0] leads to settings-screen.deciding instead of settings-screen.loading',
      'settings-screen.failed --connection.restored[0] leads to settings-screen.deciding instead of settings-screen.loading',
    ],
  },
  {
    machine: 'settings-screen',
    why: 'Both choose by `hasSecrets` first, whose answer has just been given.',
    mutants: [
      'settings-screen.ready.form.submitting.choosing --always[0] leads to settings-screen.ready.form.submitting.afterSecrets instead of settings-screen.ready.form.submitting.sendingSecrets',
      'settings-screen.ready.form.submitting.afterSecrets --always[0] leads to settings-screen.ready.form.submitting.choosing instead of settings-screen.ready.form.submitting.sendingSecrets',
      'settings-screen.ready.form.submitting.afterSecrets --always[3] leads to settings-screen.ready.form.submitting.choosing instead of settings-screen.ready.form.submitting.sendingSettings',
    ],
  },
  {
    machine: 'settings-screen',
    why: 'After a discard nothing differs, and an error of a form that is clean ends in "editing" at once.',
    mutants: [
      'settings-screen.ready.form --changes.discarded[0] leads to settings-screen.ready.form.error instead of settings-screen.ready.form.editing',
      'settings-screen.ready.form --draft.discarded[0] leads to settings-screen.ready.form.error instead of settings-screen.ready.form.editing',
    ],
  },
  {
    machine: 'settings-screen',
    why: 'Something differs there, and each of these states goes to "editing" at once where something does; a failed secret, which comes first, was asked for before.',
    mutants: [
      'settings-screen.ready.form.saved --always[1] leads to settings-screen.ready.form.pending instead of settings-screen.ready.form.editing',
      'settings-screen.ready.form.saved --always[1] leads to settings-screen.ready.form.conflict instead of settings-screen.ready.form.editing',
      'settings-screen.ready.form.pending --always[1] leads to settings-screen.ready.form.saved instead of settings-screen.ready.form.editing',
      'settings-screen.ready.form.pending --always[1] leads to settings-screen.ready.form.conflict instead of settings-screen.ready.form.editing',
      'settings-screen.ready.form.error --save.requested[1] leads to settings-screen.ready.form.conflict instead of settings-screen.ready.form.editing',
    ],
  },
  {
    machine: 'state-flows',
    why: 'Whether a recording is open decides, and the transition has just set that.',
    mutants: [
      'state-flows.source --recording.closed[0] leads to state-flows.source.deciding instead of state-flows.source.live',
      'state-flows.source.reading --xstate.done.actor.readFile[0] leads to state-flows.source.deciding instead of state-flows.source.recorded',
    ],
  },
  {
    machine: 'state-flows',
    why: 'Whether a machine is named decides, and is known: to the same state at once.',
    mutants: [
      'state-flows.chart --recorded.chosen[0] leads to state-flows.chart.choosing instead of state-flows.chart.loading',
      'state-flows.chart.error --retry.requested[0] leads to state-flows.chart.choosing instead of state-flows.chart.loading',
    ],
  },
  {
    machine: 'upload',
    why: 'Whether the field has a file decides, and is known where the event comes: to the same state at once.',
    mutants: [
      'upload --file.removed[0] leads to upload.deciding instead of upload.empty',
      'upload.unavailable --retry.requested[0] leads to upload.deciding instead of upload.loading',
      'upload.unavailable --connection.restored[0] leads to upload.deciding instead of upload.loading',
      'upload.storing --xstate.done.actor.storeFile[0] leads to upload.deciding instead of upload.loading',
      'upload.retrying --xstate.done.actor.retryUpload[0] leads to upload.deciding instead of upload.loading',
    ],
  },
  {
    machine: 'app-update',
    why: 'The tab was reloaded for a part once, which the entry of the state has noted: it is not reloaded again.',
    mutants: [
      'app-update.chunkFailed.reloading --xstate.done.actor.reloadForChunk[0] leads to app-update.chunkFailed.deciding instead of app-update.chunkFailed.shown',
      'app-update.chunkFailed.reloading --xstate.error.actor.reloadForChunk[0] leads to app-update.chunkFailed.deciding instead of app-update.chunkFailed.shown',
    ],
  },
  {
    machine: 'app-update',
    why: "The machine's own transition does the same.",
    mutants: ['app-update.available.waiting --work.ended[1] is not there'],
  },
  {
    machine: 'delivery',
    why: 'The result is "failed" from the start, and nothing before has set another.',
    mutants: [
      'delivery.claiming --xstate.error.actor.claimEntry[0] does not do setResult',
      'delivery.applying --xstate.error.actor.applyResult[0] does not do setResult',
    ],
  },
  {
    machine: 'record-list',
    why: 'The raised query enters "fetching" again before anything can happen in the state that the transition leads to.',
    mutants: [
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[0] leads to record-list.list.following.fetching instead of record-list.list.following.offline',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[0] leads to record-list.list.following.arriving instead of record-list.list.following.offline',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[0] leads to record-list.list.following.withoutServer instead of record-list.list.following.offline',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[0] leads to record-list.list.following.ready instead of record-list.list.following.offline',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[0] leads to record-list.list.following.error instead of record-list.list.following.offline',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[4] leads to record-list.list.following.fetching instead of record-list.list.following.ready',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[4] leads to record-list.list.following.arriving instead of record-list.list.following.ready',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[4] leads to record-list.list.following.reading instead of record-list.list.following.ready',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[4] leads to record-list.list.following.withoutServer instead of record-list.list.following.ready',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[4] leads to record-list.list.following.offline instead of record-list.list.following.ready',
      'record-list.list.following.fetching --xstate.done.actor.fetchPage[4] leads to record-list.list.following.error instead of record-list.list.following.ready',
      'record-list.list.following.arriving --page.changed[0] leads to record-list.list.following.arriving instead of record-list.list.following.ready',
      'record-list.list.following.arriving --page.changed[0] leads to record-list.list.following.withoutServer instead of record-list.list.following.ready',
      'record-list.list.following.arriving --page.changed[0] leads to record-list.list.following.offline instead of record-list.list.following.ready',
      'record-list.list.following.arriving --page.changed[0] leads to record-list.list.following.error instead of record-list.list.following.ready',
    ],
  },
  {
    machine: 'record-list',
    why: 'The transition sets a message, by which that state goes to "error" at once.',
    mutants: [
      'record-list.list.following --xstate.error.actor.watchPage[0] leads to record-list.list.following.withoutServer instead of record-list.list.following.error',
      'record-list.list.following.arriving --xstate.after.readingDelay.record-list.list.following.arriving[0] leads to record-list.list.following.withoutServer instead of record-list.list.following.error',
      'record-list.list.following.reading --xstate.after.readingDelay.record-list.list.following.reading[0] leads to record-list.list.following.withoutServer instead of record-list.list.following.error',
    ],
  },
  {
    machine: 'record-list',
    why: 'The transition sets a page, by which that state goes to "refreshing" at once.',
    mutants: [
      'record-list.list.following.fetching --page.changed[1] leads to record-list.list.following.fetching.deciding instead of record-list.list.following.fetching.refreshing',
      'record-list.list.following.fetching.loading --xstate.after.patience.record-list.list.following.fetching.loading[0] leads to record-list.list.following.fetching.deciding instead of record-list.list.following.fetching.refreshing',
    ],
  },
  {
    machine: 'sync',
    why: 'Where nothing stops the drain, winding down goes on to "picking" at once.',
    mutants: [
      'sync.working.delivering --outbox.changed[0] leads to sync.working.windingDown instead of sync.working.picking',
      'sync.working.delivering --wait.ended[0] leads to sync.working.windingDown instead of sync.working.picking',
    ],
  },
  {
    machine: 'session',
    why: 'Counting, which comes before the question, has chosen to keep them.',
    mutants: ['session.signedIn.signingOut.confirming --keep.chosen[0] does not do chooseKeep'],
  },
  {
    machine: 'preview',
    why: 'The transition sets the connection, by which that state decides at once.',
    mutants: [
      'preview.rendering --connection.lost[0] leads to preview.rendering.deciding instead of preview.rendering.offline',
      'preview.rendering.offline --connection.restored[1] leads to preview.rendering.deciding instead of preview.rendering.ready',
    ],
  },
  {
    machine: 'form-builder',
    why: 'Nothing is lifted any more, by which that state goes to "idle" at once.',
    mutants: [
      'form-builder.arranging.lifted --lifted.dropped[0] leads to form-builder.arranging.lifted instead of form-builder.arranging.idle',
      'form-builder.arranging.lifted --lifted.cancelled[0] leads to form-builder.arranging.lifted instead of form-builder.arranging.idle',
    ],
  },
  {
    machine: 'homepage',
    why: 'What the address names, and whether it is in the list, leads on from each of these states at once, to the same one.',
    mutants: [
      'homepage.ready.panel.deciding --always[0] leads to homepage.ready.panel.missing instead of homepage.ready.panel.editing',
      'homepage.ready.panel.deciding --always[2] leads to homepage.ready.panel.editing instead of homepage.ready.panel.listing',
      'homepage.ready.panel.editing --always[0] leads to homepage.ready.panel.deciding instead of homepage.ready.panel.listing',
      'homepage.ready.panel.locating --always[0] leads to homepage.ready.panel.deciding instead of homepage.ready.panel.editing',
      'homepage.ready.panel.locating --always[0] leads to homepage.ready.panel.missing instead of homepage.ready.panel.editing',
      'homepage.ready.panel.missing --connection.restored[0] leads to homepage.ready.panel.deciding instead of homepage.ready.panel.locating',
      'homepage.ready.panel.missing --always[0] leads to homepage.ready.panel.deciding instead of homepage.ready.panel.editing',
    ],
  },
  {
    machine: 'homepage',
    why: 'The address is that of the list then, by which the dialog closes at once.',
    mutants: [
      'homepage.ready.dialog.adding --xstate.done.actor.addBlock[1] leads to homepage.ready.dialog.adding instead of homepage.ready.dialog.none',
      'homepage.ready.dialog.adding --xstate.error.actor.addBlock[0] leads to homepage.ready.dialog.adding instead of homepage.ready.dialog.none',
    ],
  },
  {
    machine: 'homepage',
    why: 'The action does nothing with a delete that was cancelled.',
    mutants: [
      'homepage.ready.dialog.deleting --xstate.done.actor.confirmDelete[0] has the guard of the next one, no guard, which has isDeleted',
    ],
  },
  {
    machine: 'record-list',
    why: 'No message is left: the way into this state has cleared it.',
    mutants: ['record-list.list.following.offline --page.changed[0] does not do clearMessage'],
  },
  {
    machine: 'record-list',
    why: 'The raised query ends the typing at once.',
    mutants: [
      'record-list.search.typing --xstate.after.searchDelay.record-list.search.typing[1] leads to record-list.search.typing instead of record-list.search.resting',
    ],
  },
  {
    machine: 'running-rows',
    why: 'No row is running any more, by which that state goes to "idle" at once.',
    mutants: [
      'running-rows.running --xstate.after.longestAction.running-rows.running[0] leads to running-rows.running instead of running-rows.idle',
    ],
  },
  {
    machine: 'state-flows',
    why: 'The transition sets what is simulated, by which that state goes to "opening" at once.',
    mutants: [
      'state-flows.source --simulation.requested[0] leads to state-flows.source.deciding instead of state-flows.source.opening',
      'state-flows.source.listed --path.chosen[0] leads to state-flows.source.deciding instead of state-flows.source.opening',
      'state-flows.source.stepping --event.simulated[0] leads to state-flows.source.deciding instead of state-flows.source.opening',
    ],
  },
];
