import type { QueueRow } from '#contract/queue.ts';
import { css } from '#styled/css/index.js';
import { useState } from 'react';
import { conflictLines } from './conflict-fields.ts';
import { useQueueActions } from './use-queue-actions.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

const group = css({ border: 'none', padding: '0', display: 'flex', flexDirection: 'column', gap: '2' });
const legend = css({ fontWeight: 'medium', marginBottom: '2' });
const option = css({
  display: 'flex',
  gap: '2.5',
  alignItems: 'flex-start',
  padding: '3',
  border: 'hairline',
  borderRadius: 'md',
  cursor: 'pointer',
  '&:has(:checked)': { borderColor: 'accent.solid', backgroundColor: 'accent.subtle' },
});
const words = css({ minWidth: '0' });
const valueStyle = css({ display: 'block', maxHeight: '32', overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const who = css({ display: 'block', fontSize: 'sm', color: 'text.muted' });

type Side = 'mine' | 'theirs';

/** A save that met somebody else's: field by field, which of the two to keep. */
export function ConflictForm({ row, onClose }: { readonly row: QueueRow; readonly onClose: () => void }) {
  const { resolve } = useQueueActions();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const fields = conflictLines(row);
  const undecided = fields.filter((field) => !choices[field.key]).length;
  const apply = () => {
    resolve(row.opId, choices);
    onClose();
  };
  return (
    <Dialog
      open
      title="Choose which to keep"
      description="Somebody else changed these fields after you had read them. Nothing is overwritten until you choose."
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Decide later</Button>
          <Button
            variant="primary"
            aria-disabled={undecided > 0 || undefined}
            title={undecided > 0 ? 'Choose one for each field first.' : undefined}
            onClick={apply}
          >
            Keep what I chose
          </Button>
        </>
      }
    >
      {fields.map((field) => (
        <fieldset key={field.key} className={group}>
          <legend className={legend}>{field.label}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={option}>
              <input
                type="radio"
                name={`conflict-${field.key}`}
                checked={choices[field.key] === side}
                onChange={() => setChoices({ ...choices, [field.key]: side })}
              />
              <span className={words}>
                <span className={who}>{side === 'mine' ? 'Yours' : 'On the server'}</span>
                <span className={valueStyle}>{field[side]}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}
