import type { Field } from '#contract/settings/field.ts';
import type { Side } from '#machines/ports.ts';
import type { ConflictView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { ConflictChoice } from '#src/screens/conflicts/conflict-choice.tsx';
import { conflictValues } from '#src/screens/conflicts/conflict-values.tsx';
import { Button } from '#src/ui/button.tsx';

const place = css({ marginTop: '2' });
const foot = css({ marginTop: '2' });

export interface FieldConflictProps {
  readonly field: Field;
  readonly conflict: ConflictView;
  readonly title: boolean;
  readonly onChoose: (side: Side) => void;
  readonly onConfirm: () => void;
}

/** Below a field that somebody else changed too: both values, and the choice. */
export function FieldConflict({ field, conflict, title, onChoose, onConfirm }: FieldConflictProps) {
  const { confirm } = conflict;
  const unready = confirm && confirm.fields > 1 ? 'Choose one for each field first.' : 'Choose one first.';
  return (
    <div className={place}>
      <ConflictChoice
        label={field.label}
        title={title}
        changed={conflict}
        values={conflictValues(field, conflict.mine, conflict.theirs)}
        choice={conflict.choice}
        onChoose={onChoose}
      >
        {confirm ? (
          <div className={foot}>
            <Button
              size="small"
              variant="primary"
              aria-disabled={confirm.isReady ? undefined : true}
              title={confirm.isReady ? undefined : unready}
              onClick={() => confirm.isReady && onConfirm()}
            >
              {confirm.fields > 1 ? `Keep these ${confirm.fields}` : 'Keep this'}
            </Button>
          </div>
        ) : null}
      </ConflictChoice>
    </div>
  );
}
