import type { ConflictView, FieldView } from '#machines/settings-screen/settings-screen.view.ts';
import { useState } from 'react';
import { focusField } from '#src/ui/focus-field.ts';

type Field = Pick<FieldView, 'field' | 'conflict'>;

/** The conflict picker that a person opened. */
export interface OpenConflict {
  readonly key: string;
  /** The conflict as it last was. */
  readonly conflict: ConflictView;
  /** The conflict has ended, such as by a choice in another tab. The picker stays for whoever reads it. */
  readonly isResolved: boolean;
}

/** The open picker after a change of the fields; null where its field is not shown any more. */
function followConflict(open: OpenConflict | null, fields: readonly Field[]): OpenConflict | null {
  const current = fields.find(({ field }) => field.key === open?.key);
  if (open === null || !current) return null;
  const { conflict } = current;
  if (conflict === null) return open.isResolved ? open : { ...open, isResolved: true };
  return conflict === open.conflict && !open.isResolved ? open : { key: open.key, conflict, isResolved: false };
}

/** Which of the fields has its conflict picker open. Only a click opens one: one that came by itself would move what is about to be clicked. */
export function useOpenConflict(fields: readonly Field[]) {
  const [before, setOpen] = useState<OpenConflict | null>(null);
  const open = followConflict(before, fields);
  if (open !== before) setOpen(open);
  return {
    open,
    toggle: (key: string) => {
      const conflict = fields.find(({ field }) => field.key === key)?.conflict;
      // The mark of a resolved conflict, which has the focus, goes with the picker.
      if (open?.key === key && !conflict) focusField(key);
      setOpen(open?.key === key || !conflict ? null : { key, conflict, isResolved: false });
    },
    /** Closes it, and gives the focus to the field: the focused button goes with the picker. */
    close: () => {
      if (open) focusField(open.key);
      setOpen(null);
    },
    /** Closes it, where the focus has a place elsewhere. */
    leave: () => setOpen(null),
  };
}
