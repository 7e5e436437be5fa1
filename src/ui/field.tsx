import { CircleAlert, TriangleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { describe, fieldIds } from './field-ids.ts';
import { type PendingMark, pendingMarks } from './pending-marks.ts';

const root = css({ minWidth: '0' });
const head = css({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '2', minHeight: '6', marginBottom: '1' });
const labelStyle = css({ fontWeight: 'medium', color: 'text' });
const requiredStyle = css({ color: 'text.muted', fontSize: 'xs' });
const noteStyle = css({ marginTop: '1.5', color: 'warning.text', fontSize: 'sm', fontWeight: 'medium' });
const warningStyle = css({
  marginTop: '1.5',
  display: 'flex',
  gap: '1.5',
  color: 'warning.text',
  fontSize: 'sm',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
});
const dot = css({ width: '2', height: '2', borderRadius: 'full', backgroundColor: 'accent.solid', flexShrink: '0' });
const mark = css({ display: 'inline-flex', alignItems: 'center', gap: '1', fontSize: 'xs', fontWeight: 'medium' });
const waitingTone = css({ color: 'text.muted' });
const warningTone = css({ color: 'warning.text' });
const revert = css({
  marginInlineStart: 'auto',
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '6',
  paddingInline: '1.5',
  borderRadius: 'sm',
  fontSize: 'sm',
  color: 'accent.text',
  cursor: 'pointer',
  _hover: { backgroundColor: 'accent.subtle' },
});
const foot = css({ marginTop: '1.5', display: 'flex', justifyContent: 'space-between', gap: '3', fontSize: 'sm', color: 'text.muted' });
const helpStyle = css({ maxWidth: 'prose', textWrap: '[pretty]' });
const errorStyle = css({
  marginTop: '1.5',
  display: 'flex',
  gap: '1.5',
  color: 'danger.text',
  fontSize: 'sm',
  '& svg': { flexShrink: '0', marginTop: '0.5' },
});
const counterStyle = css({ marginInlineStart: 'auto', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });
const counterWarning = css({ color: 'warning.text', fontWeight: 'medium' });

/** Spread over the control: its id and what assistive technology is to know. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

export interface FieldProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | null;
  readonly required?: boolean;
  /** False where every field is required, as at sign-in. */
  readonly requiredMark?: boolean;
  /** Text such as "12 / 170"; `warn` for past a soft limit or near a hard one. */
  readonly counter?: { readonly text: string; readonly warn: boolean } | null;
  /** Said politely as it appears. Leave undefined where a field never has one; null is "none now". */
  readonly note?: string | null;
  /** What should be known before saving; said politely as it appears. Undefined and null as with `note`. */
  readonly warning?: string | null;
  readonly changed?: boolean;
  readonly waiting?: PendingMark | null;
  readonly onRevert?: () => void;
  /** For groups (radio, colour choices): the label names a group and not one control. */
  readonly group?: boolean;
  /** For a checkbox: the control brings its label, and the marks stand beside it. */
  readonly inline?: boolean;
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field(props: FieldProps) {
  const { id, help, error = null, required = false, counter = null, note, warning, group = false, inline = false } = props;
  const ids = fieldIds(id);
  const control: ControlProps = {
    id,
    'aria-describedby': describe(id, { help: Boolean(help), error: error !== null, counter: counter !== null, warning: Boolean(warning) }),
    'aria-invalid': error === null ? undefined : true,
    'aria-required': required || undefined,
  };
  return (
    <div className={cx(root, props.className)} data-field={id} data-changed={props.changed || undefined}>
      <div className={head}>
        {inline ? props.children(control) : <FieldLabel {...props} group={group} />}
        <Marks {...props} />
      </div>
      {inline ? null : props.children(control)}
      {error === null ? null : (
        <div id={ids.error} className={errorStyle}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      {note === undefined ? null : (
        <div role="status" className={note === null ? undefined : noteStyle}>
          {note}
        </div>
      )}
      {warning === undefined ? null : (
        <div role="status" id={ids.warning}>
          {warning === null ? null : (
            <div className={warningStyle}>
              <TriangleAlert size={16} aria-hidden="true" />
              <span>{warning}</span>
            </div>
          )}
        </div>
      )}
      {help || counter ? (
        <div className={foot}>
          {help ? (
            <div id={ids.help} className={helpStyle}>
              {help}
            </div>
          ) : null}
          {counter ? (
            <div id={ids.counter} className={cx(counterStyle, counter.warn && counterWarning)}>
              {counter.text}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function FieldLabel({ id, label, required = false, requiredMark = true, group }: FieldProps) {
  const ids = fieldIds(id);
  const mark = required && requiredMark ? <span className={requiredStyle}>Required</span> : null;
  return (
    <>
      {group ? (
        <span id={ids.label} className={labelStyle}>
          {label}
        </span>
      ) : (
        <label id={ids.label} htmlFor={id} className={labelStyle}>
          {label}
        </label>
      )}
      {mark}
    </>
  );
}

function Marks({ id, label, changed = false, waiting = null, onRevert }: FieldProps) {
  const state = waiting ? pendingMarks[waiting] : null;
  return (
    <>
      {changed ? <span role="img" aria-label="Unsaved" title="Unsaved" className={dot} /> : null}
      {state ? (
        <span className={cx(mark, waiting === 'waiting' ? waitingTone : warningTone)}>
          <state.Icon size={14} aria-hidden="true" />
          {state.text}
        </span>
      ) : null}
      {changed && onRevert ? (
        <button
          type="button"
          className={revert}
          aria-label={typeof label === 'string' ? `Revert ${label}` : undefined}
          onClick={() => {
            onRevert();
            // The button leaves with the change: the focus goes to what it was about.
            document.getElementById(id)?.focus();
          }}
        >
          <Undo2 size={14} aria-hidden="true" />
          Revert
        </button>
      ) : null}
    </>
  );
}
