import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { css, cx } from '#styled/css/index.js';
import { describe, fieldIds } from './field-ids.ts';
import { messageRoom } from './message-room.ts';

const root = css({
  minWidth: '0',
  // Muted and dashed, and not dimmed: it can still be read and used.
  '&[data-void]': {
    color: 'text.muted',
    '& :is(label, [id$=-label], input, textarea, [role=combobox], [role=radio], [role=checkbox])': { color: 'text.muted' },
    '& :is(input, textarea, [role=combobox])': { borderStyle: 'dashed', backgroundColor: 'surface.sunken' },
  },
});
// Nothing wraps: a mark that appears takes room that is kept for it. See the global styles for very large text.
const head = css({ display: 'flex', alignItems: 'flex-start', columnGap: '2', minHeight: '6', marginBottom: '1' });
const labelStyle = css({ fontWeight: 'medium', color: 'text', minWidth: '0', overflowWrap: 'anywhere' });
const requiredStyle = css({ color: 'text.muted', fontSize: 'xs', flexShrink: '0', lineHeight: 'normal', paddingTop: '0.5' });
const foot = css({ position: 'relative', fontSize: 'sm', color: 'text.muted' });
const footWithText = css({ marginTop: '1.5', minHeight: '5' });
// Its reason may need two lines on a small screen and in the panel beside a preview.
const voidRoom = css({ mdDown: { minHeight: '10' }, '[data-panel] &': { minHeight: '10' } });
const helpStyle = css({ maxWidth: 'prose', textWrap: '[pretty]' });
// The counter is beside it, as wide as "1,000 / 9,000" can get.
const helpBesideCounter = css({ paddingInlineEnd: '24' });
// Its room stays, and it still describes the control.
const helpBehind = css({ visibility: 'hidden' });
/**
 * Over the help and the gap below the field, so that a message moves nothing: the click that made it appear still meets what it was
 * aimed at. For the same reason it lets clicks through.
 */
const messages = css({
  position: 'absolute',
  top: '0',
  insetInline: '0',
  zIndex: 'raised',
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: '3',
  pointerEvents: 'none',
});
const messagesInGap = css({ top: '0.5!' });
const messageColumn = css({
  display: 'flex',
  flexDirection: 'column',
  minWidth: '0',
  lineHeight: 'snug',
  backgroundColor: '[var(--message-surface, token(colors.surface))]',
  '& a, & button': { pointerEvents: 'auto' },
});
const errorStyle = css({ display: 'flex', gap: '1.5', color: 'danger.text', '& svg': { flexShrink: '0', marginTop: '0.5' } });
const counterStyle = css({
  marginInlineStart: 'auto',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  backgroundColor: '[var(--message-surface, token(colors.surface))]',
});
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
  readonly counter?: { readonly text: string; readonly warn: boolean; readonly always?: boolean } | null;
  /** Beside the label: whether the value is unsaved or pending. */
  readonly marks?: ReactNode;
  /** Below the error. */
  readonly notes?: ReactNode;
  /** There is a note or a warning to see: it is shown in place of the help. */
  readonly hasNote?: boolean;
  /** Why the control has no effect now: it looks void, and can still be used. */
  readonly voidReason?: string | undefined;
  /** It may become void: the line for the reason is kept. */
  readonly canBeVoid?: boolean;
  /** There is a warning among the notes. */
  readonly warned?: boolean;
  readonly changed?: boolean;
  /** For groups (radio, colour choices): the label names a group and not one control. */
  readonly group?: boolean;
  /** For a checkbox: the control brings its label, and the marks are beside it. */
  readonly inline?: boolean;
  readonly className?: string;
  /** Of one that is `inline` and takes them, the marks are drawn by the control. */
  readonly takesMarks?: boolean;
  readonly children: (control: ControlProps, marks: ReactNode) => ReactNode;
}

export function LabelledControl(props: LabelledControlProps) {
  const {
    id,
    help,
    error = null,
    required = false,
    counter = null,
    hasNote = false,
    warned = false,
    group = false,
    inline = false,
  } = props;
  const ids = fieldIds(id);
  // The error says what the help says: it is read once.
  const isRepeated = typeof help === 'string' && help.trim() === error?.trim();
  const control: ControlProps = {
    id,
    'aria-describedby': describe(id, {
      help: Boolean(help) && !isRepeated,
      error: error !== null,
      counter: counter !== null,
      warning: warned,
      void: props.voidReason !== undefined,
    }),
    'aria-invalid': error === null ? undefined : true,
    'aria-required': required || undefined,
  };
  const hasFoot = Boolean(help) || counter?.always === true || props.canBeVoid === true;
  const voidReason = props.voidReason ?? null;
  const isHelpBehind = error !== null || hasNote || warned || voidReason !== null;
  return (
    <div
      className={cx(root, !inline && messageRoom, props.className)}
      data-field={id}
      data-changed={props.changed || undefined}
      data-void={voidReason === null ? undefined : ''}
    >
      <div className={head}>
        {inline ? props.children(control, props.marks) : <FieldLabel {...props} group={group} />}
        {props.takesMarks ? null : props.marks}
      </div>
      {inline ? null : props.children(control, null)}
      <div className={cx(foot, hasFoot && footWithText, props.canBeVoid === true && voidRoom)}>
        {help ? (
          <div id={ids.help} className={cx(helpStyle, counter?.always === true && helpBesideCounter, isHelpBehind && helpBehind)}>
            {help}
          </div>
        ) : null}
        <div className={cx(messages, !hasFoot && messagesInGap)}>
          <div className={messageColumn}>
            {error === null ? null : (
              <div id={ids.error} className={errorStyle}>
                <CircleAlert size={16} aria-hidden="true" />
                <span>{error}</span>
              </div>
            )}
            {props.notes}
            {voidReason === null ? null : <div id={ids.void}>{voidReason}</div>}
          </div>
          {counter ? (
            <div id={ids.counter} className={cx(counterStyle, counter.warn && counterWarning)}>
              {counter.text}
            </div>
          ) : null}
        </div>
      </div>
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
