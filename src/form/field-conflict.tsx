import type { Field } from '#contract/fields/field.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { ConflictView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import type { ActorRefFrom } from 'xstate';
import { ConflictPicker } from '#src/form/conflict-picker.tsx';
import { conflictValues } from '#src/form/conflict-values.tsx';
import { Button } from '#src/ui/button.tsx';
import { focusField } from '#src/ui/focus-field.ts';

const place = css({ marginTop: '2' });
const foot = css({ marginTop: '2' });

export interface FieldConflictNoticeProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly field: Field;
  readonly conflict: ConflictView;
  /** Shows the field's label, where the field is not right above the picker. */
  readonly title?: boolean;
}

/** Below a field that somebody else changed too: both values, and the choice. */
export function FieldConflictNotice({ actor, field, conflict, title = false }: FieldConflictNoticeProps) {
  const isChosen = conflict.choice !== null;
  const keep = () => {
    actor.send({ type: 'conflict.confirmed', key: field.key });
    // The focused button disappears with the picker.
    focusField(field.key);
  };
  return (
    <div className={place}>
      <ConflictPicker
        label={field.label}
        title={title}
        changed={conflict}
        values={conflictValues(field, conflict.mine, conflict.theirs)}
        choice={conflict.choice}
        onChoose={(side) => actor.send({ type: 'conflict.chosen', key: field.key, side })}
      >
        <div className={foot}>
          <Button
            size="small"
            variant="primary"
            aria-disabled={isChosen ? undefined : true}
            title={isChosen ? undefined : 'Choose one first.'}
            onClick={() => isChosen && keep()}
          >
            Keep this
          </Button>
        </div>
      </ConflictPicker>
    </div>
  );
}
