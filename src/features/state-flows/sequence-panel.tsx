import { sequenceMermaid, sequenceSvg } from '#machines/export/sequence-text.ts';
import type { RecordedActor } from '#machines/flight-recorder/recording.ts';
import { sequenceOf } from '#machines/state-flows/sequence.ts';
import { css, cx } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { Download } from 'lucide-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { downloadFile } from '#src/io/download-file.ts';
import { Button } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';
import { machineOf } from './wire-state-flows.ts';

const choices = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '1', fontSize: 'sm', _print: { display: 'none' } });
const bar = css({ display: 'flex', flexWrap: 'wrap', gap: '2', marginBlock: '3', _print: { display: 'none' } });
const muted = css({ color: 'text.muted', fontSize: 'sm' });
const scroller = css({
  maxHeight: '[36rem]',
  overflow: 'auto',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-2px]' },
  _print: { maxHeight: '[none]', overflow: 'visible' },
});
/** A column is 11rem wide, and its line runs in its middle, beside 5rem of times. */
const row = css({
  display: 'grid',
  gridTemplateColumns: '[5rem repeat(var(--columns), 11rem)]',
  width: '[calc(5rem + var(--columns) * 11rem)]',
  backgroundImage: '[linear-gradient(to right, token(colors.border.strong) 1px, transparent 1px)]',
  backgroundSize: '[11rem 100%]',
  backgroundPosition: '[10.5rem 0]',
  backgroundRepeat: '[repeat-x]',
});
const names = css({ position: 'sticky', top: '0', zIndex: 'raised', backgroundColor: 'surface', borderBottom: 'hairline' });
const nameStyle = css({
  margin: '1',
  padding: '1',
  fontSize: 'sm',
  fontWeight: 'semibold',
  textAlign: 'center',
  backgroundColor: 'surface.sunken',
  border: 'hairline',
  borderRadius: 'md',
  overflowWrap: 'anywhere',
});
// Over the line of the times' column, which is none.
const time = css({ padding: '1', fontSize: 'xs', color: 'text.muted', backgroundColor: 'surface', fontVariantNumeric: 'tabular-nums' });
const arrow = css({
  position: 'relative',
  alignSelf: 'end',
  paddingInline: '1',
  paddingBottom: '0.5',
  fontFamily: 'mono',
  fontSize: 'xs',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  borderBottom: '[1.5px solid token(colors.text.muted)]',
  '&::after': {
    content: '""',
    position: 'absolute',
    width: '[7px]',
    height: '[7px]',
    bottom: '[-4.5px]',
    borderColor: 'text.muted',
    borderStyle: 'solid',
    borderWidth: '[1.5px 1.5px 0 0]',
  },
  '&[data-to=right]::after': { insetInlineEnd: '0', transform: 'rotate(45deg)' },
  '&[data-to=left]::after': { insetInlineStart: '0', transform: 'rotate(-135deg)' },
  '&[data-to=self]': { border: 'none', paddingInlineStart: '[calc(50% + 1.75rem)]', textAlign: 'start' },
  '&[data-to=self]::after': {
    insetInlineStart: '[50%]',
    bottom: '1',
    width: '5',
    height: '3',
    borderWidth: '[1.5px 1.5px 1.5px 0]',
    borderRadius: '[0 6px 6px 0]',
  },
});
const after = css({
  paddingInline: '1',
  fontSize: 'xs',
  color: 'text.muted',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  backgroundColor: 'surface',
  marginBlock: '1',
});

interface SequencePanelProps {
  readonly actors: readonly RecordedActor[];
  /** The actor that is followed. */
  readonly chosen: string;
  readonly title: string;
}

/** A run as a sequence of messages between the actors of the console. */
export function SequencePanel({ actors, chosen, title }: SequencePanelProps) {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const withEvents = actors.filter(({ id, events }) => id !== chosen && events.length > 0);
  const sequence = useMemo(() => {
    const titleOf = (machineId: string) => machineOf(machineId)?.title ?? machineId;
    return sequenceOf({ actors, shown: new Set([chosen, ...others]), titleOf });
  }, [actors, chosen, others]);
  const { participants, messages, dropped } = sequence;
  const placeOf = (id: string) => participants.findIndex((each) => each.id === id);
  const nameOf = (id: string) => participants[placeOf(id)]?.title ?? id;
  const toggle = (id: string) => setOthers((now) => new Set(now.has(id) ? [...now].filter((each) => each !== id) : [...now, id]));
  const columns: CSSProperties & { readonly '--columns': number } = { '--columns': participants.length };
  const save = (extension: string, type: string, text: string) => downloadFile(new File([text], `sequence.${extension}`, { type }));
  return (
    <>
      {withEvents.length === 0 ? null : (
        <fieldset className={choices}>
          <legend className={muted}>With what these receive</legend>
          {withEvents.map((actor) => (
            <Checkbox
              key={actor.id}
              checked={others.has(actor.id)}
              onChange={() => toggle(actor.id)}
              label={`${machineOf(actor.machineId)?.title ?? actor.machineId}, since ${dayjs(actor.startedAt).format('H:mm:ss')}`}
            />
          ))}
        </fieldset>
      )}
      <div className={bar}>
        <Button size="small" onClick={() => save('mmd', 'text/plain', sequenceMermaid(sequence))}>
          <Download aria-hidden="true" />
          Mermaid
        </Button>
        <Button size="small" onClick={() => save('svg', 'image/svg+xml', sequenceSvg(sequence, title))}>
          <Download aria-hidden="true" />
          SVG
        </Button>
      </div>
      {dropped === 0 ? null : <p className={muted}>{`${dropped.toLocaleString('en')} earlier messages are left out.`}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={scroller} aria-label="Sequence" tabIndex={0} style={columns}>
        <div className={cx(row, names)} aria-hidden="true">
          <span className={time} />
          {participants.map(({ id, title: name }) => (
            <span key={id} className={nameStyle}>
              {name}
            </span>
          ))}
        </div>
        <ol>
          {messages.map(({ at, from, to, text, after: state }, index) => {
            const [start, end] = [placeOf(from) + 2, placeOf(to) + 2];
            const [first, last] = [Math.min(start, end), Math.max(start, end)];
            const way = start === end ? 'self' : start < end ? 'right' : 'left';
            // From the middle of its first column to the middle of its last.
            const inset = way === 'self' ? undefined : `${50 / (last - first + 1)}%`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages stand in their order, and have no other name
              <li key={dropped + index} className={row}>
                <span className={time}>{at === 0 ? index + 1 : dayjs(at).format('H:mm:ss')}</span>
                <span className={arrow} data-to={way} style={{ gridColumn: `${first} / ${last + 1}`, gridRow: 1, marginInline: inset }}>
                  <span className={visuallyHidden}>{`${nameOf(from)} to ${nameOf(to)}: `}</span>
                  {text}
                </span>
                {state === '' ? null : (
                  <span className={after} style={{ gridColumn: `${end} / ${end + 1}`, gridRow: 2 }}>
                    → {state}
                  </span>
                )}
              </li>
            );
          })}
        </ol>
      </section>
    </>
  );
}
