import type { FormFieldType } from '#contract/forms/form-field.ts';
import { formBuilderMachine } from '#machines/form-builder/form-builder.machine.ts';
import { removalOfAction } from '#machines/form-builder/form-builder.operations.ts';
import type { FieldEdit, FormBuilderEvent, StoredField, UsedKey } from '#machines/form-builder/form-builder.types.ts';
import type { EditNote } from '#machines/ports.ts';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import type { RowKey } from '#src/ui/sortable/row-keys.ts';
import type { RowActions } from './builder-row.tsx';

export type FormBuilderActor = ActorRefFrom<typeof formBuilderMachine>;

interface FormBuilderOptions {
  readonly value: readonly StoredField[];
  readonly usedKeys: readonly UsedKey[];
  readonly storedFields: readonly StoredField[];
  readonly onChange: (fields: readonly StoredField[], note: EditNote) => void;
}

/** The builder's chart on the value of the form around it. */
export function useFormBuilder({ value, usedKeys, storedFields, onChange }: FormBuilderOptions): FormBuilderActor {
  const actor = useMachineActor(formBuilderMachine, { input: { fields: value, usedKeys, storedFields } });
  useEmitted(actor, 'fields.changed', ({ fields, note }) => onChange(fields, note));
  useToasts(actor, (actionId) => {
    const removalId = removalOfAction(actionId);
    if (removalId !== null) actor.send({ type: 'deletion.undone', removalId });
  });
  // Before the next event of a person, which would else be applied to fields that are no longer those of the form.
  useLayoutEffect(() => actor.send({ type: 'fields.replaced', fields: value }), [actor, value]);
  useEffect(() => actor.send({ type: 'keys.changed', usedKeys, storedFields }), [actor, usedKeys, storedFields]);
  return actor;
}

interface BuilderActions extends RowActions {
  readonly add: (fieldType: FormFieldType) => void;
  /** Of the field in the editor. */
  readonly edit: (edit: FieldEdit) => void;
  readonly closeEditor: () => void;
}

/** The same object for as long as the builder is mounted. */
export function useBuilderActions(actor: FormBuilderActor): BuilderActions {
  const [actions] = useState(
    (): BuilderActions => ({
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
