import type { FieldView } from '#machines/settings-screen/settings-screen.view.ts';
import { css, cx } from '#styled/css/index.js';
import { memo } from 'react';
import { PillToggle } from '#src/ui/pill-toggle.tsx';
import { useMark } from '#src/ui/pending-marks.ts';
import { nameWithPlace } from '#machines/settings-screen/label-places.ts';
import { chooseName, chooseTitle } from './field-pending-mark.tsx';
import type { FieldRowProps } from './field-row.tsx';

const cell = css({
  paddingInline: '1',
  paddingBlock: '2',
  textAlign: 'center',
  mdDown: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    paddingInline: '0',
    paddingBlock: '1',
    '&::before': { content: 'attr(data-label)', color: 'text.muted' },
  },
});
const inner = css({ position: 'relative', display: 'inline-flex' });
const dot = css({
  position: 'absolute',
  top: '-1',
  insetInlineEnd: '-1',
  width: '2.5',
  height: '2.5',
  borderRadius: 'full',
  backgroundColor: 'accent.solid',
  border: '[2px solid token(colors.surface)]',
  boxSizing: 'content-box',
});
const mark = css({
  position: 'absolute',
  top: '-1.5',
  insetInlineStart: '-1.5',
  display: 'inline-flex',
  borderRadius: 'full',
  backgroundColor: 'surface',
  color: 'text.muted',
});

/** Large enough for a finger, over the corner of the toggle. */
const markButton = css({
  top: '-3',
  insetInlineStart: '-3',
  width: '6',
  height: '6',
  alignItems: 'center',
  justifyContent: 'center',
  cursor: 'pointer',
});

interface CellProps extends Pick<FieldRowProps, 'actor' | 'saving'> {
  readonly column: string;
  readonly view: FieldView | null;
  /** The conflict picker of this toggle is open. */
  readonly isChoosing: boolean;
  /** Its conflict has ended meanwhile. */
  readonly isResolved: boolean;
  /** Opens the picker, or closes it. Not compared when the cell renders again. */
  readonly onChoose: (key: string) => void;
}

/** One toggle of a table. A second click reverts a change, so there is no Revert button. */
export const FieldTableCell = memo(function FieldTableCell({ actor, saving, column, view, isChoosing, isResolved, onChoose }: CellProps) {
  const shown = useMark(isResolved ? 'resolved' : (view?.pending?.status ?? 'pending'));
  if (view === null) return <td className={cell} />;
  const { field, value, error, changed, pending } = view;
  const state = isResolved || (pending !== null && !saving) ? shown : null;
  return (
    <td className={cell} data-label={column}>
      <span className={inner} data-field={field.key} data-changed={changed || undefined}>
        <PillToggle
          id={field.key}
          aria-label={nameWithPlace(field.label, view.place)}
          aria-describedby={error === null ? undefined : `${field.key}-error`}
          aria-invalid={error === null ? undefined : true}
          on="Show"
          off="Hide"
          checked={value === true}
          onChange={(next) => actor.send({ type: 'field.changed', key: field.key, value: next })}
          onBlur={() => actor.send({ type: 'field.blurred', key: field.key })}
        />
        {changed ? <span role="img" aria-label="Unsaved" title="Unsaved" className={dot} /> : null}
        {state && (view.conflict || isResolved) ? (
          <button
            type="button"
            className={cx(mark, markButton)}
            aria-expanded={isChoosing}
            aria-label={chooseName(field.label, isResolved)}
            title={isResolved ? undefined : chooseTitle}
            onClick={() => onChoose(field.key)}
          >
            <state.Icon size={14} aria-hidden="true" />
          </button>
        ) : state ? (
          <span role="img" aria-label={state.text} title={state.text} className={mark}>
            <state.Icon size={14} aria-hidden="true" />
          </span>
        ) : null}
      </span>
    </td>
  );
}, sameCell);

function sameCell(before: CellProps, after: CellProps): boolean {
  const [a, b] = [before.view, after.view];
  if (before.actor !== after.actor || before.saving !== after.saving || before.column !== after.column) return false;
  return (
    a?.field.key === b?.field.key &&
    a?.place === b?.place &&
    a?.value === b?.value &&
    a?.error === b?.error &&
    a?.changed === b?.changed &&
    a?.pending?.status === b?.pending?.status &&
    (a?.conflict === null) === (b?.conflict === null) &&
    before.isChoosing === after.isChoosing &&
    before.isResolved === after.isResolved
  );
}
