import type { FormEntry, FormFieldType } from '#contract/forms/form-field.ts';
import { formBuilderMachine } from '#machines/form-builder/form-builder.machine.ts';
import { removalOfAction } from '#machines/form-builder/form-builder.operations.ts';
import type { FieldEdit, FormBuilderEvent, UsedKey } from '#machines/form-builder/form-builder.types.ts';
import { type FormBuilderView, formBuilderView } from '#machines/form-builder/form-builder.view.ts';
import type { EditNote } from '#machines/ports.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import type { RowKey } from '#src/ui/sortable/row-keys.ts';
import type { RowActions } from './builder-row.tsx';

export type FormBuilderActor = ActorRefFrom<typeof formBuilderMachine>;

interface FormBuilderOptions {
  readonly value: readonly FormEntry[];
  readonly usedKeys: readonly UsedKey[];
  readonly storedFields: readonly FormEntry[];
  readonly onChange: (fields: readonly FormEntry[], note: EditNote) => void;
}

/** The builder's chart on the value of the form around it. */
export function useFormBuilder({ value, usedKeys, storedFields, onChange }: FormBuilderOptions): FormBuilderActor {
  const actor = useMachineActor(formBuilderMachine, { input: { fields: value, usedKeys, storedFields } });
  useEmitted(actor, 'fields.changed', ({ fields, note }) => onChange(fields, note));
  useToasts(actor, (actionId) => {
    const removalId = removalOfAction(actionId);
    if (removalId !== null) actor.send({ type: 'deletion.undone', removalId });
  });
  // In a layout effect, so that the chart has these fields before the next key or click.
  useLayoutEffect(() => actor.send({ type: 'fields.replaced', fields: value }), [actor, value]);
  useEffect(() => actor.send({ type: 'keys.changed', usedKeys, storedFields }), [actor, usedKeys, storedFields]);
  return actor;
}

/** A part of the view. What draws it is drawn again only when this part has changed, and not with each key. */
export function useBuilderView<Part>(
  actor: FormBuilderActor,
  isTried: boolean,
  part: (view: FormBuilderView) => Part,
  isSame?: (before: Part, after: Part) => boolean,
): Part {
  return useSelector(actor, (snapshot) => part(formBuilderView(snapshot, isTried)), isSame);
}

export interface BuilderActions extends RowActions {
  readonly add: (fieldType: FormFieldType) => void;
  /** Of the field in the editor. */
  readonly edit: (edit: FieldEdit) => void;
  readonly closeEditor: () => void;
  /** The focus has left a control of the editor. */
  readonly leaveControl: () => void;
}

/** The same object for as long as the builder is mounted. `onBlur`: the focus has left a control of the editor. */
export function useBuilderActions(actor: FormBuilderActor, onBlur: () => void): BuilderActions {
  const latestOnBlur = useRef(onBlur);
  useLayoutEffect(() => {
    latestOnBlur.current = onBlur;
  }, [onBlur]);
  const [actions] = useState(
    (): BuilderActions => ({
      leaveControl: () => latestOnBlur.current(),
      add: (fieldType) => actor.send({ type: 'type.chosen', fieldType }),
      edit: (edit) => actor.send({ type: 'field.edited', id: actor.getSnapshot().context.selectedId ?? '', edit }),
      closeEditor: () => actor.send({ type: 'editor.closed' }),
      open: (id) => actor.send({ type: 'field.opened', id }),
      move: (id, by) => actor.send({ type: 'field.moved', id, by }),
      duplicate: (id) => actor.send({ type: 'field.duplicated', id }),
      remove: (id) => actor.send({ type: 'field.deleted', id }),
      addBelow: (below) => actor.send({ type: 'menu.opened', below }),
      press: (id, key) => actor.send(eventOfKey(id, key)),
    }),
  );
  return actions;
}

function eventOfKey(id: string, key: RowKey): FormBuilderEvent {
  switch (key) {
    case 'lift':
      return { type: 'field.lifted', id, by: 'keyboard' };
    case 'drop':
      return { type: 'lifted.dropped' };
    case 'cancel':
      return { type: 'lifted.cancelled' };
    default:
      return { type: 'lifted.stepped', by: key };
  }
}
