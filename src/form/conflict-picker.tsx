import type { Side } from '#machines/ports.ts';
import { css, cx } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { type FocusEventHandler, type KeyboardEventHandler, type ReactNode, useId } from 'react';
import { changedParts, diffLines } from '#src/fields/line-diff.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const box = css({
  margin: '0',
  minWidth: '0',
  padding: '3',
  border: 'none',
  borderInlineStartWidth: 'thick',
  borderInlineStartStyle: 'solid',
  borderInlineStartColor: 'warning.border',
  borderRadius: 'md',
  backgroundColor: 'warning.subtle',
  '&[data-resolved]': { borderInlineStartColor: 'success.border', backgroundColor: 'success.subtle' },
});
const legendStyle = css({ float: 'start', width: 'full', marginBottom: '2' });
const titleStyle = css({ display: 'block', fontWeight: 'semibold', color: 'text', overflowWrap: 'anywhere' });
const summaryStyle = css({
  display: 'block',
  fontSize: 'sm',
  fontWeight: 'medium',
  color: 'warning.text',
  '[data-resolved] > * > &': { color: 'success.text' },
});
const sides = css({ clear: 'both', display: 'grid', gap: '2', gridTemplateColumns: '[repeat(auto-fit, minmax(min(14rem, 100%), 1fr))]' });
const side = css({
  display: 'flex',
  gap: '2.5',
  alignItems: 'flex-start',
  minWidth: '0',
  padding: '3',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  color: 'text',
  cursor: 'pointer',
  '[data-resolved] &': { cursor: 'default' },
  '&:has(:checked)': { borderColor: 'accent.solid' },
});
const textStyle = css({ flex: '1', minWidth: '0' });
const radio = css({ marginTop: '1' });
const name = css({ display: 'block', fontSize: 'sm', color: 'text.muted' });
const diff = css({
  clear: 'both',
  marginBottom: '2',
  padding: '3',
  overflowWrap: 'anywhere',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  fontFamily: 'mono',
  fontSize: 'sm',
  whiteSpace: 'pre-wrap',
});
const mineLine = css({ backgroundColor: 'success.subtle', color: 'success.text' });
const theirsLine = css({ backgroundColor: 'danger.subtle', color: 'danger.text' });
const lineStyles = { mine: mineLine, theirs: theirsLine } as const;
const legend = css({ paddingInline: '1', borderRadius: 'sm' });

const names = { mine: 'Yours', theirs: 'On the server' } as const;
const signs = { mine: '+', theirs: '−' } as const;
const sideOf = { first: 'theirs', second: 'mine' } as const;

/** Who changed the value on the server, and when, as an ISO date. Null where the API does not answer it. */
export interface ChangedBy {
  readonly at: string | null;
  readonly by: string | null;
  /** The person's own change, in another browser. */
  readonly isOwn: boolean;
}

export interface ConflictPickerProps {
  /** Names the field or record. `title`: shows the name above the choice, where nothing else on the screen does. */
  readonly label: string;
  readonly title?: boolean;
  readonly changed: ChangedBy;
  /** Both values, or two texts, which are compared line by line. */
  readonly values: { readonly mine: ReactNode; readonly theirs: ReactNode } | { readonly texts: readonly [mine: string, theirs: string] };
  readonly choice: Side | null;
  /** The conflict has ended: both values stay for whoever reads them, and can't be chosen any more. */
  readonly isResolved?: boolean;
  readonly onChoose: (side: Side) => void;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly onBlur?: FocusEventHandler;
  /** Below both sides. */
  readonly children?: ReactNode;
}

/** One field or record that two people changed: who and when, both values, and the choice. */
export function ConflictPicker({
  label,
  title = false,
  changed,
  values,
  choice,
  isResolved = false,
  onChoose,
  onKeyDown,
  onBlur,
  children,
}: ConflictPickerProps) {
  const id = useId();
  const texts = 'texts' in values ? values.texts : null;
  return (
    <fieldset className={box} data-resolved={isResolved ? '' : undefined} onKeyDown={onKeyDown} onBlur={onBlur}>
      <legend className={legendStyle}>
        {title ? <span className={titleStyle}>{label}</span> : null}
        <span className={summaryStyle}>
          {isResolved ? 'This is resolved: there is nothing left to choose.' : `${describeChange(changed)} Choose which to keep.`}
        </span>
      </legend>
      {texts ? <LineDiff mine={texts[0]} theirs={texts[1]} /> : null}
      <div className={sides}>
        {(['mine', 'theirs'] as const).map((each) => (
          <label key={each} className={side}>
            <input
              className={radio}
              type="radio"
              name={id}
              checked={choice === each}
              // Not disabled: a disabled radio would lose the focus.
              aria-disabled={isResolved || undefined}
              onChange={() => isResolved || onChoose(each)}
              aria-label={`${names[each]}: ${label}`}
              aria-describedby={texts ? undefined : `${id}${each}`}
            />
            <span className={textStyle}>
              <span className={name}>
                {names[each]}
                {'texts' in values ? (
                  <>
                    {': '}
                    <span className={cx(legend, lineStyles[each])}>{`the lines with ${signs[each]}`}</span>
                  </>
                ) : null}
              </span>
              {'texts' in values ? null : <span id={`${id}${each}`}>{values[each]}</span>}
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

/** Says who made the other change and when, as far as it is known. */
function describeChange({ at, by, isOwn }: ChangedBy): string {
  const time = at === null ? null : dayjs(at);
  const when = time?.isValid() ? ` ${time.isSame(dayjs(), 'day') ? `at ${time.format('H:mm')}` : `on ${time.format('D MMM, H:mm')}`}` : '';
  if (isOwn) return `You changed this too${when}, in another browser.`;
  return `${by ?? 'Somebody else'} changed this too${when}.`;
}

function LineDiff({ mine, theirs }: { readonly mine: string; readonly theirs: string }) {
  return (
    <div className={diff}>
      <span className={visuallyHidden}>Where the two texts differ, line by line:</span>
      {changedParts(diffLines(theirs, mine)).map(({ at, side: from, text }) => {
        const of = from === 'both' ? null : sideOf[from];
        return (
          <div key={at} className={of === null ? undefined : lineStyles[of]}>
            <span aria-hidden="true">{`${of === null ? ' ' : signs[of]} `}</span>
            {of === null ? null : <span className={visuallyHidden}>{`${names[of]}: `}</span>}
            {text}
          </div>
        );
      })}
    </div>
  );
}
