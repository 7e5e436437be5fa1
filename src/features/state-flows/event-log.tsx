import type { FlowStep } from '#machines/state-flows/state-flows.types.ts';
import type { RecordedEvent } from '#machines/flight-recorder/recording.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { useState } from 'react';
import { TextInput } from '#src/ui/text-input.tsx';
import { valueText } from './flow-moment.ts';

const filterStyle = css({ _print: { display: 'none' } });
const list = css({ marginTop: '2', maxHeight: '[24rem]', overflowY: 'auto', fontSize: 'sm', _print: { maxHeight: '[none]' } });
const item = css({ paddingBlock: '1.5', '&:not(:last-child)': { borderBottom: 'hairline' }, overflowWrap: 'anywhere' });
const code = css({ fontFamily: 'mono', fontSize: 'xs' });
const muted = css({ color: 'text.muted' });
const summary = css({ cursor: 'pointer', borderRadius: 'sm' });
const payload = css({
  fontFamily: 'mono',
  fontSize: 'xs',
  whiteSpace: 'pre-wrap',
  color: 'text.muted',
  paddingBlock: '1',
  paddingInlineStart: '4',
});

/** The most events that are drawn at once. */
const mostShown = 100;

interface EventLogProps {
  readonly events: readonly RecordedEvent[];
  /** Earlier ones that are no longer there. */
  readonly dropped: number;
}

/** What an actor was sent, the latest first, with what it came to. */
export function EventLog({ events, dropped }: EventLogProps) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = events
    .map((event, place) => ({ event, number: dropped + place + 1 }))
    .filter(
      ({ event }) => wanted === '' || `${event.event.type} ${valueText(event.value)} ${event.from ?? ''}`.toLowerCase().includes(wanted),
    )
    .reverse();
  return (
    <>
      <TextInput
        className={filterStyle}
        type="search"
        aria-label="Filter the events"
        placeholder="Filter by event, state or sender"
        value={filter}
        maxLength={100}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {shown.length === 0 ? <p className={muted}>{events.length === 0 ? 'Nothing has happened yet.' : 'No event matches.'}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <ol className={list} aria-label="Events, the latest first" tabIndex={0}>
        {shown.slice(0, mostShown).map(({ event, number }) => (
          <li key={number} className={item}>
            <EventLine event={event} />
          </li>
        ))}
      </ol>
      {shown.length > mostShown ? (
        <p className={muted}>{`${shown.length - mostShown} earlier ones match as well. Filter them to see them.`}</p>
      ) : null}
    </>
  );
}

/** One event: when, what, from where, with what, and what it came to. */
export function EventLine({ event }: { readonly event: RecordedEvent | FlowStep }) {
  const { type, ...carried } = event.event;
  const from = event.from === null ? null : <span className={muted}> from {event.from}</span>;
  const head = (
    <>
      {event.at === null ? null : <span className={muted}>{dayjs(event.at).format('H:mm:ss.SSS')} </span>}
      <span className={code}>{type}</span>
      {from}
      <span className={muted}> → {event.took.length === 0 && type !== 'xstate.init' ? 'nothing happened' : valueText(event.value)}</span>
    </>
  );
  if (Object.keys(carried).length === 0) return head;
  return (
    <details>
      <summary className={summary}>{head}</summary>
      <pre className={payload}>{JSON.stringify(carried, null, 1)}</pre>
    </details>
  );
}
