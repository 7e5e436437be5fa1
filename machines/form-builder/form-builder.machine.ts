import { assign, enqueueActions, setup } from 'xstate';
import type { ChartMeta } from '../chart-meta.ts';
import type { FormEntry, FormFieldType } from '#contract/forms/form-field.ts';
import { type LiftedBy, type MoveBy, targetOf } from '../arranging.ts';
import * as moving from './form-builder.moving.ts';
import * as operations from './form-builder.operations.ts';
import { isOther, replace } from './form-builder.replace.ts';
import type {
  FieldEdit,
  FormBuilderContext,
  FormBuilderEmitted,
  FormBuilderEvent,
  FormBuilderInput,
  LiftedSource,
  UsedKey,
} from './form-builder.types.ts';
import { withEvent } from '../with-event.ts';

/** What `carryOut` needs of `enqueueActions`. */
interface Enqueue {
  assign(context: FormBuilderContext): void;
  emit(event: FormBuilderEmitted): void;
}

function carryOut(enqueue: Enqueue, { context, note, toast }: operations.Plan): void {
  enqueue.assign(context);
  if (note) enqueue.emit({ type: 'fields.changed', fields: context.fields.map(({ field }) => field), note });
  if (toast) enqueue.emit({ type: 'toast', toast });
}

const builderSetup = setup({
  types: {
    meta: {} as ChartMeta,
    context: {} as FormBuilderContext,
    events: {} as FormBuilderEvent,
    input: {} as FormBuilderInput,
    emitted: {} as FormBuilderEmitted,
  },
  guards: {
    isOther: ({ context }, { fields }: { fields: readonly FormEntry[] }) => isOther(context, fields),
    isThere: ({ context }, { id }: { id: string }) => operations.placeOf(context, id) >= 0,
    isReadable: ({ context }, { id }: { id: string }) => operations.editableOf(context, id) !== undefined,
    isNoneSelected: ({ context }) => operations.editableOf(context, context.selectedId) === undefined,
    isSelected: ({ context }) => operations.editableOf(context, context.selectedId) !== undefined,
    hasRoom: ({ context }) => !operations.isFull(context),
    canDuplicate: ({ context }, { id }: { id: string }) => operations.editableOf(context, id) !== undefined && !operations.isFull(context),
    canMove: ({ context }, { id, by }: { id: string; by: MoveBy }) =>
      targetOf(operations.placeOf(context, id), context.fields.length, by) !== null,
    canRestore: ({ context }, { removalId }: { removalId: number }) => operations.canRestore(context, removalId),
    isPlace: ({ context }, { at }: { at: number | null }) => moving.isPlace(context, at),
    isNothingLifted: ({ context }) => context.lifted === null,
  },
  actions: {
    replaceFields: assign(({ context }, { fields }: { fields: readonly FormEntry[] }) => replace(context, fields)),
    setKeys: assign((_, { usedKeys, storedFields }: { usedKeys: readonly UsedKey[]; storedFields: readonly FormEntry[] }) => ({
      usedKeys,
      storedFields,
    })),
    openMenu: assign({ addBelow: (_, { below }: { below: string | null }) => below, query: '' }),
    search: assign({ query: (_, { query }: { query: string }) => query }),
    leaveMenu: assign(({ context }) =>
      operations.focusOn({ ...context, addBelow: null, query: '' }, context.addBelow === null ? 'add' : 'row', context.addBelow),
    ),
    add: enqueueActions(({ context, enqueue }, { fieldType }: { fieldType: FormFieldType }) =>
      carryOut(enqueue, operations.add(context, fieldType)),
    ),
    lift: assign(({ context }, { source, by }: { source: LiftedSource; by: LiftedBy }) => moving.lift(context, source, by)),
    moveTo: assign(({ context }, { at }: { at: number | null }) => moving.moveTo(context, at)),
    step: assign(({ context }, { by }: { by: MoveBy }) => moving.step(context, by)),
    drop: enqueueActions(({ context, enqueue }) => carryOut(enqueue, moving.drop(context))),
    cancelDrop: assign(({ context }) => moving.cancel(context)),
    move: enqueueActions(({ context, enqueue }, { id, by }: { id: string; by: MoveBy }) =>
      carryOut(enqueue, operations.moveBy(context, id, by)),
    ),
    open: assign(({ context }, { id }: { id: string }) => operations.focusOn({ ...context, selectedId: id }, 'editor', id)),
    openProblem: assign(({ context }) => operations.openProblem(context)),
    closeEditor: assign(({ context }) => operations.focusOn({ ...context, selectedId: null }, 'row', context.selectedId)),
    edit: enqueueActions(({ context, enqueue }, { id, edit }: { id: string; edit: FieldEdit }) =>
      carryOut(enqueue, operations.edit(context, id, edit)),
    ),
    duplicate: enqueueActions(({ context, enqueue }, { id }: { id: string }) => carryOut(enqueue, operations.duplicate(context, id))),
    remove: enqueueActions(({ context, enqueue }, { id }: { id: string }) => carryOut(enqueue, operations.remove(context, id))),
    restore: enqueueActions(({ context, enqueue }, { removalId }: { removalId: number }) =>
      carryOut(enqueue, operations.restore(context, removalId)),
    ),
  },
});

/** Moving fields, and dragging new ones in. */
const arranging = builderSetup.createStateConfig({
  description: 'The order of the fields.',
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing is lifted.',
      meta: { testId: 'form-builder-list', sees: 'The fields, with handles and menus.' },
      on: {
        'field.lifted': {
          guard: withEvent('isThere'),
          target: 'lifted',
          actions: { type: 'lift', params: ({ event }) => ({ source: { kind: 'field', id: event.id }, by: event.by }) },
          meta: { requirements: ['R902'] },
        },
        'new.lifted': {
          guard: 'hasRoom',
          target: 'lifted',
          actions: { type: 'lift', params: ({ event }) => ({ source: { kind: 'new', type: event.fieldType }, by: 'pointer' }) },
          meta: { requirements: ['R902'] },
        },
        'field.moved': {
          guard: withEvent('canMove'),
          actions: withEvent('move'),
          meta: { requirements: ['R902'] },
        },
        'field.duplicated': {
          guard: withEvent('canDuplicate'),
          actions: withEvent('duplicate'),
          meta: { requirements: ['R904'] },
        },
        'field.deleted': {
          guard: withEvent('isThere'),
          actions: withEvent('remove'),
          description: 'A delete asks nothing: its toast undoes it, and so does the undo of the form.',
          meta: { requirements: ['R905'] },
        },
        'deletion.undone': {
          guard: withEvent('canRestore'),
          actions: withEvent('restore'),
          description: 'The field comes back to its place; never twice, where the undo of the form was quicker.',
          meta: { requirements: ['R905'] },
        },
      },
    },
    lifted: {
      description: 'A field, or a type of the palette, is being moved by pointer, touch or keyboard.',
      meta: { testId: 'form-builder-lifted', sees: 'The field, or a mark, at the place where it would go.' },
      always: {
        guard: 'isNothingLifted',
        target: 'idle',
        description: 'What was lifted has gone: the form was undone, or is another one.',
        meta: { requirements: ['R903'] },
      },
      on: {
        'lifted.movedTo': {
          guard: withEvent('isPlace'),
          actions: withEvent('moveTo'),
          meta: { requirements: ['R902'] },
        },
        'lifted.stepped': {
          actions: withEvent('step'),
          description: 'Every key counts, and is announced in order, however fast they come.',
          meta: { requirements: ['R902'] },
        },
        'lifted.dropped': { target: 'idle', actions: 'drop', meta: { requirements: ['R902'] } },
        'lifted.cancelled': { target: 'idle', actions: 'cancelDrop', meta: { requirements: ['R903'] } },
      },
    },
  },
});

/** The editor of one field, beside the form. */
const editor = builderSetup.createStateConfig({
  description: 'The editor of a field.',
  initial: 'closed',
  states: {
    closed: {
      description: 'No field is selected.',
      meta: { testId: 'form-builder-palette', sees: 'The palette.' },
      always: {
        guard: 'isSelected',
        target: 'open',
        description: 'A field that was added opens for its label.',
        meta: { requirements: ['R906'] },
      },
      on: {
        'field.opened': {
          guard: withEvent('isReadable'),
          actions: withEvent('open'),
          meta: { requirements: ['R906'] },
        },
        'problem.opened': {
          actions: 'openProblem',
          description: 'A link of the error summary leads to the very control.',
          meta: { requirements: ['R907'] },
        },
      },
    },
    open: {
      description: 'A field is selected, and its properties can be changed.',
      meta: { testId: 'form-builder-editor', sees: 'Label, key, placeholder, help, default, values and width of the field.' },
      always: {
        guard: 'isNoneSelected',
        target: 'closed',
        description: 'The field has gone: it was deleted, or undone.',
        meta: { requirements: ['R906'] },
      },
      on: {
        'field.opened': {
          guard: withEvent('isReadable'),
          actions: withEvent('open'),
          meta: { requirements: ['R906'] },
        },
        'problem.opened': {
          actions: 'openProblem',
          description: 'A link of the error summary leads to the very control.',
          meta: { requirements: ['R907'] },
        },
        'editor.closed': { actions: 'closeEditor', meta: { requirements: ['R906'] } },
        'field.edited': {
          guard: withEvent('isReadable'),
          actions: withEvent('edit'),
          meta: { requirements: ['R908'] },
        },
      },
    },
  },
});

/** The menu that adds a field, by "/" or its button; on a small screen it is the palette. */
const menu = builderSetup.createStateConfig({
  description: 'The field menu.',
  initial: 'closed',
  states: {
    closed: {
      description: 'The menu is closed. The palette can be used.',
      meta: { testId: 'form-builder-no-menu', sees: 'The form.' },
      on: {
        'menu.opened': {
          guard: 'hasRoom',
          target: 'open',
          actions: withEvent('openMenu'),
          meta: { requirements: ['R909'] },
        },
        'type.chosen': {
          guard: 'hasRoom',
          actions: withEvent('add'),
          meta: { requirements: ['R909'] },
        },
      },
    },
    open: {
      description: 'A type is searched and chosen.',
      meta: { testId: 'form-builder-menu', sees: 'A search box over the types.' },
      on: {
        'menu.searched': { actions: withEvent('search'), meta: { requirements: ['R909'] } },
        'menu.closed': { target: 'closed', actions: 'leaveMenu', meta: { requirements: ['R909'] } },
        'type.chosen': {
          target: 'closed',
          actions: withEvent('add'),
          description: 'The new field goes right below the one that the menu was opened at.',
          meta: { requirements: ['R909'] },
        },
      },
    },
  },
});

/**
 * The fields of one form. They are the value of one field of the settings form around the builder, which saves them and has their undo
 * history. The builder emits each change to it, and gets `fields.replaced` after an undo or a discard.
 */
export const formBuilderMachine = builderSetup.createMachine({
  id: 'form-builder',
  description: 'The form builder: adds, arranges and edits the fields of a form.',
  context: ({ input }) => operations.emptyContext(input),
  type: 'parallel',
  meta: {
    testId: 'form-builder',
    sees: 'The form with its fields between the palette and the picture, and the editor of the chosen field beside or over it.',
  },
  on: {
    'fields.replaced': {
      guard: withEvent('isOther'),
      actions: withEvent('replaceFields'),
      description: 'The builder shows what an undo, a discard or a merge has changed. Its own changes come back equal, and change nothing.',
      meta: { requirements: ['R901'] },
    },
    'keys.changed': {
      actions: withEvent('setKeys'),
      meta: { internal: 'Which keys are taken decides of those that the next edit may give.' },
    },
  },
  states: { arranging, editor, menu },
});
