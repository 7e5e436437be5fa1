import type { Field } from '#contract/fields/field.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { css } from '#styled/css/index.js';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ConflictPicker } from '#src/form/conflict-picker.tsx';
import { conflictValues } from '#src/form/conflict-values.tsx';
import { Button } from '#src/ui/button.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import type { OpenConflict, useOpenConflict } from './use-open-conflict.ts';

const place = css({ marginTop: '2' });
const foot = css({ marginTop: '2' });

// Below a high field, such as a form's fields, it would open out of view.
const show = (picker: HTMLElement | null) => picker?.scrollIntoView({ block: 'nearest' });

export interface FieldConflictNoticeProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly field: Field;
  readonly picker: Pick<ReturnType<typeof useOpenConflict>, 'close' | 'leave'>;
  readonly open: OpenConflict;
  /** Shows the field's label, where the field is not right above the picker. */
  readonly title?: boolean;
}

/** Below a field that somebody else changed too: both values, and the choice. Once that is resolved it stays until the person closes it. */
export function FieldConflictNotice({ actor, field, picker, open: { conflict, isResolved }, title = false }: FieldConflictNoticeProps) {
  const isReady = isResolved || conflict.choice !== null;
  const finish = () => {
    if (!isResolved) actor.send({ type: 'conflict.confirmed', key: field.key });
    picker.close();
  };
  const isTabbing = useRef(false);
  return (
    <div ref={show} className={place}>
      <span role="status" className={visuallyHidden}>
        {isResolved ? `The conflict in ${field.label} is resolved.` : ''}
      </span>
      <ConflictPicker
        label={field.label}
        title={title}
        changed={conflict}
        values={conflictValues(field, conflict.mine, conflict.theirs)}
        choice={conflict.choice}
        isResolved={isResolved}
        onKeyDown={({ key }) => {
          isTabbing.current = key === 'Tab';
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          // Not where a click takes the focus: what is clicked would move from under the pointer.
          if (isResolved && isTabbing.current && !currentTarget.contains(relatedTarget)) picker.leave();
          isTabbing.current = false;
        }}
        onChoose={(side) => actor.send({ type: 'conflict.chosen', key: field.key, side })}
      >
        <div className={foot}>
          <Button
            size="small"
            variant={isResolved ? 'secondary' : 'primary'}
            aria-disabled={isReady ? undefined : true}
            title={isReady ? undefined : 'Choose one first.'}
            onClick={() => isReady && finish()}
          >
            {isResolved ? 'Close' : 'Keep this'}
          </Button>
        </div>
      </ConflictPicker>
    </div>
  );
}
