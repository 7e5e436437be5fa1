import type { Field } from '#contract/settings/field.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { ConflictView } from '#machines/settings-screen/settings-screen.view.ts';
import { Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { focusField } from '#src/ui/focus-field.ts';
import { Wanted } from '#src/ui/on-demand.tsx';
import { fieldConflict } from './parts-on-demand.ts';

export interface FieldChoiceProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly field: Field;
  readonly conflict: ConflictView;
  /** Names the field above the choice, where it does not stand right below it. */
  readonly title?: boolean;
}

/** Which of two values of a field to keep: loaded only where two people changed it. */
export function FieldChoice({ actor, field, conflict, title = false }: FieldChoiceProps) {
  const { key } = field;
  return (
    <Suspense>
      <Wanted
        part={fieldConflict}
        props={{
          field,
          conflict,
          title,
          onChoose: (side) => actor.send({ type: 'conflict.chosen', key, side }),
          onConfirm: () => {
            actor.send({ type: 'conflict.confirmed', opId: conflict.opId });
            // The button goes with the question.
            focusField(key);
          },
        }}
      />
    </Suspense>
  );
}
