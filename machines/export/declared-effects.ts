type Effect = `${'raise' | 'emit' | 'spawn' | 'stop'} ${string}` | `send ${string} to ${string}`;

const toast: readonly Effect[] = ['emit toast'];
const changed: readonly Effect[] = ['emit fields.changed'];
const mutated: readonly Effect[] = ['spawn mutation', 'emit toast'];

/**
 * What actions do whose code does not show it: they work their events out, or enqueue several actions. By machine and action.
 * `action-effects.test.ts` runs every machine, and finds what is missing here and what no run does.
 */
export const declaredEffects: Readonly<Record<string, Readonly<Record<string, readonly Effect[]>>>> = {
  'block-mutation': { notifyParent: ['send mutation.finished to parent'] },
  'end-sessions': { emitEnded: ['emit sessions.ended'], emitToast: toast },
  'files-screen': { emitDeleted: ['emit file.deleted'], showToast: toast },
  'forgot-password': { showToast: toast },
  'form-builder': {
    add: changed,
    drop: changed,
    duplicate: changed,
    edit: changed,
    move: changed,
    remove: [...changed, ...toast],
    restore: changed,
  },
  frame: { emitSeo: ['emit seo.requested'] },
  homepage: {
    applyAdded: toast,
    applyDeleted: toast,
    applyResult: ['stop mutation', 'emit toast'],
    copyTo: ['spawn mutation'],
    drop: ['spawn mutation'],
    duplicate: ['spawn mutation'],
    move: ['spawn mutation'],
    redo: mutated,
    showError: toast,
    toggle: ['spawn mutation'],
    undo: mutated,
    undoStep: mutated,
  },
  'online-action': { emitDone: ['emit action.done'], showToast: toast },
  palette: { showFailure: toast },
  preview: { emitClick: ['emit block.clicked'], showError: toast },
  'record-list': {
    emitLastPage: ['emit query.settled'],
    emitSearch: ['emit query.settled'],
    raiseLastPage: ['raise query.changed'],
    raiseSearch: ['raise query.changed'],
  },
  'records-screen': { emitDeleted: ['emit rows.deleted'], emitToast: toast },
  'reset-password': { signIn: ['emit signIn.submitted'] },
  session: {
    emitToast: toast,
    navigate: ['emit navigate'],
    revokeCandidate: ['emit revoke'],
    revokeReplaced: ['emit revoke'],
    track: ['emit track'],
  },
  'settings-screen': {
    merge: ['raise draft.outdated'],
    removeSpentDraft: ['raise draft.outdated'],
    showFailureToast: toast,
    showPendingToast: toast,
    showSavedToast: toast,
    showToast: toast,
    trackSave: ['emit track'],
  },
  'sign-in-form': { submit: ['emit signIn.submitted'] },
  'state-flows': { requestMachine: ['emit machine.requested'], requestSimulated: ['emit machine.requested'] },
  sync: {
    applyReport: ['stop delivery', 'emit delivery.finished', 'emit session.expired'],
    emitDrained: ['emit outbox.drained'],
    setFailed: ['stop delivery'],
    startClaimed: ['spawn delivery'],
    startDeliveries: ['spawn delivery'],
    stopDeliveries: ['stop delivery'],
  },
  toasts: { reportAction: ['emit action.chosen', 'raise toast.dismissed'] },
  upload: { emitChange: ['emit file.changed'], emitDropped: ['emit file.dropped'] },
};
