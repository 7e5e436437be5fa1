import { TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { fieldIds } from './field-ids.ts';

const noteStyle = css({ color: 'warning.text', fontWeight: 'medium' });
const warningStyle = css({
  display: 'flex',
  gap: '1.5',
  color: 'warning.text',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
});
/** Room for a mark is kept: a label beside it never wraps because the mark appears. What is too long is cut, and whole in its tooltip. */
const state = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: '[1 1 0]',
  minWidth: '6',
  height: '6',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
});
const dot = css({ width: '2', height: '2', borderRadius: 'full', backgroundColor: 'accent.solid', flexShrink: '0' });
const revert = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: '0',
  gap: '1',
  minHeight: '6',
  minWidth: '6',
  paddingInline: '1.5',
  borderRadius: 'sm',
  fontSize: 'sm',
  color: 'accent.text',
  cursor: 'pointer',
  _hover: { backgroundColor: 'accent.subtle' },
  '& span': { mdDown: { display: 'none' } },
});
const notThere = css({ visibility: 'hidden' });

interface FieldMarksProps {
  readonly id: string;
  readonly label: string;
  readonly changed?: boolean;
  readonly pendingMark?: ReactNode;
  readonly onRevert?: () => void;
}

/** Beside the label of a field: that it is unsaved, the mark of its pending change, and the button that reverts it. */
export function FieldMarks({ id, label, changed = false, pendingMark = null, onRevert }: FieldMarksProps) {
  return (
    <>
      <span className={state}>
        {changed ? <span role="img" aria-label="Unsaved" title="Unsaved" className={dot} /> : null}
        {pendingMark}
      </span>
      {onRevert ? (
        <button
          type="button"
          className={cx(revert, !changed && notThere)}
          // A dialog would count it as its first control, and focus nothing.
          disabled={!changed}
          aria-label={`Revert ${label}`}
          title="Revert"
          onClick={() => {
            onRevert();
            // The button disappears with the change, so the focus moves to the field.
            document.getElementById(id)?.focus();
          }}
        >
          <Undo2 size={14} aria-hidden="true" />
          <span>Revert</span>
        </button>
      ) : null}
    </>
  );
}

interface FieldNotesProps {
  readonly id: string;
  /** Announced politely when it appears. Undefined where a field never has one; null where it has none now. */
  readonly note?: string | null;
  /** What a person should know before saving; announced politely when it appears. Undefined and null as with `note`. */
  readonly warning?: string | null;
}

/** Below a field's error: its note and its warning. */
export function FieldNotes({ id, note, warning }: FieldNotesProps) {
  return (
    <>
      {note === undefined ? null : (
        <div role="status" className={note === null ? undefined : noteStyle}>
          {note}
        </div>
      )}
      {warning === undefined ? null : (
        <div role="status" id={fieldIds(id).warning}>
          {warning === null ? null : (
            <div className={warningStyle}>
              <TriangleAlert size={16} aria-hidden="true" />
              <span>{warning}</span>
            </div>
          )}
        </div>
      )}
    </>
  );
}
