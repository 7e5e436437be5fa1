import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { describe, fieldIds } from './field-ids.ts';

const root = css({ minWidth: '0' });
const head = css({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '2', minHeight: '6', marginBottom: '1' });
const labelStyle = css({ fontWeight: 'medium', color: 'text' });
const requiredStyle = css({ color: 'text.muted', fontSize: 'xs' });
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

/** Spread over the control: its id and its ARIA attributes. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

export interface LabelledControlProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | null;
  readonly required?: boolean;
  /** False where every field is required, as at sign-in. */
  readonly requiredMark?: boolean;
  /** Text such as "12 / 170"; `warn` for past a soft limit or near a hard one. */
  readonly counter?: { readonly text: string; readonly warn: boolean } | null;
  /** Beside the label: whether the value is unsaved or pending. */
  readonly marks?: ReactNode;
  /** Below the error. */
  readonly notes?: ReactNode;
  /** There is a warning among the notes. */
  readonly warned?: boolean;
  readonly changed?: boolean;
  /** For groups (radio, colour choices): the label names a group and not one control. */
  readonly group?: boolean;
  /** For a checkbox: the control brings its label, and the marks are beside it. */
  readonly inline?: boolean;
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

export function LabelledControl(props: LabelledControlProps) {
  const { id, help, error = null, required = false, counter = null, warned = false, group = false, inline = false } = props;
  const ids = fieldIds(id);
  const control: ControlProps = {
    id,
    'aria-describedby': describe(id, { help: Boolean(help), error: error !== null, counter: counter !== null, warning: warned }),
    'aria-invalid': error === null ? undefined : true,
    'aria-required': required || undefined,
  };
  return (
    <div className={cx(root, props.className)} data-field={id} data-changed={props.changed || undefined}>
      <div className={head}>
        {inline ? props.children(control) : <FieldLabel {...props} group={group} />}
        {props.marks}
      </div>
      {inline ? null : props.children(control)}
      {error === null ? null : (
        <div id={ids.error} className={errorStyle}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{error}</span>
        </div>
      )}
      {props.notes}
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

function FieldLabel({ id, label, required = false, requiredMark = true, group }: LabelledControlProps) {
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
