import type { Field, FieldValue } from '#contract/settings/field.ts';
import type { Side } from '#machines/ports.ts';
import type { ConflictView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { useId } from 'react';
import { textOf } from '#src/fields/field-props.ts';
import { changedParts, diffLines } from '#src/fields/line-diff.ts';
import { FieldView } from '#src/fields/registry.tsx';
import { Button } from '#src/ui/button.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const box = css({
  marginTop: '2',
  padding: '3',
  border: 'none',
  borderInlineStartWidth: 'thick',
  borderInlineStartStyle: 'solid',
  borderInlineStartColor: 'warning.border',
  borderRadius: 'md',
  backgroundColor: 'warning.subtle',
});
const legend = css({ float: 'start', width: 'full', marginBottom: '2', fontSize: 'sm', fontWeight: 'medium', color: 'warning.text' });
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
  '&:has(:checked)': { borderColor: 'accent.solid' },
});
const foot = css({ marginTop: '2' });
const value = css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' });
const radio = css({ marginTop: '1' });
const name = css({ display: 'block', fontWeight: 'medium', cursor: 'pointer' });
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

export interface FieldConflictProps {
  readonly field: Field;
  readonly conflict: ConflictView;
  readonly onChoose: (side: Side) => void;
  readonly onConfirm: () => void;
}

/** Below a field that somebody else changed too: both values as the field shows them, and the choice. */
export function FieldConflict({ field, conflict, onChoose, onConfirm }: FieldConflictProps) {
  const id = useId();
  const texts = isText(field);
  return (
    <fieldset className={box}>
      <legend className={legend}>{`${whoChanged(conflict)} Choose which to keep.`}</legend>
      {texts ? <LineDiff mine={textOf(conflict.mine)} theirs={textOf(conflict.theirs)} /> : null}
      <div className={sides}>
        {(['mine', 'theirs'] as const).map((each) => (
          <div key={each} className={side}>
            <input
              id={`${id}${each}`}
              className={radio}
              type="radio"
              name={id}
              checked={conflict.choice === each}
              onChange={() => onChoose(each)}
              aria-label={`${names[each]}: ${field.label}`}
            />
            <div className={value}>
              <label htmlFor={`${id}${each}`} className={name}>
                {names[each]}
              </label>
              {texts ? null : <SideValue field={field} id={`${id}${each}-value`} value={conflict[each]} />}
            </div>
          </div>
        ))}
      </div>
      {conflict.confirm ? (
        <div className={foot}>
          <Button
            size="small"
            variant="primary"
            aria-disabled={conflict.confirm.isReady ? undefined : true}
            title={
              conflict.confirm.isReady ? undefined : conflict.confirm.fields > 1 ? 'Choose one for each field first.' : 'Choose one first.'
            }
            onClick={() => conflict.confirm?.isReady && onConfirm()}
          >
            {conflict.confirm.fields > 1 ? `Keep these ${conflict.confirm.fields}` : 'Keep this'}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

const names = { mine: 'Yours', theirs: 'On the server' } as const;

/** Told where it is known: who, and when. */
function whoChanged({ at, by }: ConflictView): string {
  const time = at === null ? null : dayjs(at);
  const when = time?.isValid() ? ` ${time.isSame(dayjs(), 'day') ? `at ${time.format('H:mm')}` : `on ${time.format('D MMM, H:mm')}`}` : '';
  return `${by ?? 'Somebody else'} changed this too${when}.`;
}

/** Texts of several lines are compared, not set beside each other. */
const isText = ({ kind }: Field): boolean => kind === 'code' || kind === 'multiline' || kind === 'lines';

/** The value as the field itself shows it: a colour as a colour, a picture as a picture. */
function SideValue({ field, id, value: shown }: { readonly field: Field; readonly id: string; readonly value: FieldValue }) {
  const { help: _help, required: _required, ...plain } = field;
  return (
    <div inert>
      <FieldView
        id={id}
        field={{ ...plain, label: '' }}
        value={shown}
        stored={shown}
        error={null}
        changed={false}
        waiting={null}
        disabled
        onChange={nothing}
        onBlur={nothing}
        onRevert={nothing}
      />
    </div>
  );
}

const nothing = (): void => undefined;

function LineDiff({ mine, theirs }: { readonly mine: string; readonly theirs: string }) {
  return (
    <div className={diff}>
      <span className={visuallyHidden}>Where the two texts differ, line by line:</span>
      {changedParts(diffLines(theirs, mine)).map(({ at, side: from, text }) => (
        <div key={at} className={from === 'second' ? mineLine : from === 'first' ? theirsLine : undefined}>
          <span aria-hidden="true">{from === 'second' ? '+ ' : from === 'first' ? '− ' : '  '}</span>
          {from === 'both' ? null : <span className={visuallyHidden}>{from === 'second' ? 'Yours: ' : 'On the server: '}</span>}
          {text}
        </div>
      ))}
    </div>
  );
}
