import { draftRegion } from './settings-screen.draft.ts';
import * as form from './settings-screen.operations.ts';
import { groupingRegion } from './settings-screen.grouping.ts';
import { leavingRegion } from './settings-screen.leaving.ts';
import { conflictsRegion } from './settings-screen.resolving.ts';
import { placeOf, settingsSetup, snapshotOf } from './settings-screen.setup.ts';
import { submitting } from './settings-screen.submitting.ts';

/** Leaving any of the resting states by typing or by giving changes up. */
const editEvents = settingsSetup.createStateConfig({
  on: {
    'field.changed': {
      target: '.editing',
      actions: [{ type: 'changeField', params: ({ event }) => ({ key: event.key, value: event.value }) }, 'raiseDraftOutdated'],
    },
    'field.blurred': {
      actions: { type: 'validateField', params: ({ event }) => ({ key: event.key }) },
      meta: { requirement: 'Validation on first blur after a change.' },
    },
    'field.reverted': {
      target: '.editing',
      actions: [{ type: 'revertField', params: ({ event }) => ({ key: event.key }) }, 'raiseDraftOutdated'],
    },
    'changes.discarded': { target: '.editing', actions: ['discardChanges', 'raiseDraftOutdated'] },
    'draft.discarded': { target: '.editing', actions: ['discardChanges', 'raiseDraftOutdated'] },
    'undo.requested': {
      guard: 'canUndo',
      target: '.editing',
      actions: ['undo', 'raiseDraftOutdated'],
      meta: { requirement: 'Undo goes back through the edits made since the screen was opened, saves in between or not.' },
    },
    'redo.requested': { guard: 'canRedo', target: '.editing', actions: ['redo', 'raiseDraftOutdated'] },
    'stored.changed': {
      actions: { type: 'merge', params: ({ event }) => ({ snapshot: event.snapshot }) },
      meta: { requirement: 'Untouched fields follow what is stored; touched ones keep what was typed.' },
    },
  },
}).on;

const editing = settingsSetup.createStateConfig({
  initial: 'pristine',
  description: 'The form is open.',
  states: {
    pristine: {
      description: 'Nothing differs from what is stored.',
      meta: { testId: 'settings-pristine', sees: 'The form, without a save bar.' },
      always: { guard: 'isDirty', target: 'dirty' },
    },
    dirty: {
      description: 'Something differs from what is stored.',
      tags: ['dirty'],
      meta: { testId: 'settings-dirty', sees: 'The save bar: 3 unsaved changes, Discard, Save.' },
      always: { guard: 'isClean', target: 'pristine', meta: { requirement: 'Typing back clears it.' } },
      on: {
        'save.requested': [
          { guard: 'isInvalid', target: '#settings-screen.ready.form.error', actions: 'showProblems' },
          { target: '#settings-screen.ready.form.submitting', actions: 'beginSave' },
        ],
      },
    },
  },
});

const formRegion = settingsSetup.createStateConfig({
  initial: 'editing',
  description: 'The form and its save.',
  on: editEvents,
  states: {
    editing,
    submitting,
    saved: {
      description: 'The server has confirmed the save.',
      meta: { testId: 'settings-saved', sees: 'The toast Saved.' },
      always: [
        { guard: 'hasFailedSecrets', target: 'error', actions: 'noteFailedSecrets' },
        { guard: 'isDirty', target: 'editing' },
      ],
    },
    kept: {
      description: 'The save is on this device and waits for the server.',
      meta: { testId: 'settings-kept', sees: 'The toast Saved on this device; the fields bear a waiting mark.' },
      always: [
        { guard: 'hasFailedSecrets', target: 'error', actions: 'noteFailedSecrets' },
        { guard: 'isDirty', target: 'editing' },
      ],
    },
    conflict: {
      description: 'Somebody else changed the same fields; the change waits for a choice.',
      meta: { testId: 'settings-conflict', sees: 'A banner with the way to resolve it.' },
      always: { guard: 'isDirty', target: 'editing' },
      on: {
        'stored.changed': {
          guard: { type: 'hasNoConflict', params: ({ event }) => ({ snapshot: event.snapshot }) },
          target: 'editing',
          actions: { type: 'merge', params: ({ event }) => ({ snapshot: event.snapshot }) },
          meta: { requirement: 'Once the choice is made, in the sync centre or in another tab, nothing is asked any more.' },
        },
      },
    },
    error: {
      description: 'The save was not taken. What was typed stays.',
      tags: ['dirty'],
      meta: { testId: 'settings-error', sees: 'The error summary with links to the fields; it takes the focus.' },
      always: { guard: 'isClean', target: 'editing' },
      on: {
        'save.requested': [
          { guard: 'isInvalid', actions: 'showProblems' },
          { target: 'submitting', actions: 'beginSave' },
        ],
      },
    },
  },
});

/** One settings screen of one website: load, edit, validate, save, online and off. */
export const settingsScreenMachine = settingsSetup.createMachine({
  id: 'settings-screen',
  description: 'A settings screen: loading, editing, saving, and what the device and other people do meanwhile.',
  meta: { testId: 'settings-screen', sees: 'A settings screen.' },
  context: ({ input }) => form.emptyContext(input),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'A screen that this page has shown before opens with what it showed; the rest follows from what is stored.',
      always: [
        {
          guard: 'isRemembered',
          target: 'ready',
          actions: ['recall', { type: 'sweepDraft', params: ({ context }) => ({ snapshot: context.remembered }) }],
        },
        { target: 'loading' },
      ],
    },
    loading: {
      description: 'The settings are read: from the device where it has them, else from the API.',
      tags: ['loading'],
      meta: { testId: 'settings-loading', sees: 'The skeleton of the form.' },
      invoke: {
        id: 'loadSettings',
        src: 'loadSettings',
        input: ({ context }) => placeOf(context),
        onDone: [
          {
            guard: { type: 'isLoaded', params: ({ event }) => ({ loaded: event.output }) },
            target: 'ready',
            actions: [
              { type: 'load', params: ({ event }) => ({ loaded: event.output }) },
              { type: 'sweepDraft', params: ({ event }) => ({ snapshot: snapshotOf(event.output) }) },
            ],
          },
          { target: 'failed', actions: { type: 'noteLoadFailure', params: ({ event }) => ({ loaded: event.output }) } },
        ],
        onError: { target: 'failed', actions: 'noteLoadError' },
      },
    },
    failed: {
      description: 'There is nothing to show, and why.',
      meta: { testId: 'settings-failed', sees: 'The reason and Try again.' },
      on: {
        'retry.requested': { target: 'loading' },
        'connection.restored': { guard: 'mayHavePassed', target: 'loading' },
      },
    },
    ready: {
      description: 'The form is there and follows what is stored.',
      type: 'parallel',
      tags: ['ready'],
      invoke: {
        id: 'watchSettings',
        src: 'watchSettings',
        input: ({ context }) => placeOf(context),
        onError: { actions: 'noteWatchLost' },
      },
      on: {
        'file.dropped': {
          actions: { type: 'forgetFile', params: ({ event }) => ({ fileId: event.fileId }) },
          meta: { requirement: 'Undo never leads to a file that is nowhere any more.' },
        },
      },
      states: { form: formRegion, draft: draftRegion, grouping: groupingRegion, conflicts: conflictsRegion, leaving: leavingRegion },
    },
  },
});
