import type { StateFlowsEvent } from '#machines/state-flows/state-flows.types.ts';
import type { StateFlowsView } from '#machines/state-flows/state-flows.view.ts';
import type { Recording } from '#machines/flight-recorder/recording.ts';
import { css } from '#styled/css/index.js';
import dayjs from 'dayjs';
import { FolderOpen } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { LiveActor } from '#src/app/flight-recorder.ts';
import { Button } from '#src/ui/button.tsx';
import { fieldIds } from '#src/ui/field-ids.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { machineOf } from './wire-state-flows.ts';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '3', _print: { display: 'none' } });
const muted = css({ color: 'text.muted' });
// Its place is there from the start, or its text would not be read out.
const busyStyle = css({ color: 'text.muted', '&:empty': { marginTop: '-3' } });
const problemStyle = css({ color: 'danger.text' });
const labelStyle = css({ display: 'block', fontSize: 'sm', color: 'text.muted', marginBottom: '1' });
const moreStyle = css({ fontSize: 'sm', color: 'text.muted', marginTop: '2', _empty: { marginTop: '0' } });
const choices = css({
  marginTop: '2',
  maxHeight: '[14rem]',
  overflowY: 'auto',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
});
const choice = css({
  display: 'block',
  width: 'full',
  paddingInline: '3',
  paddingBlock: '1.5',
  textAlign: 'start',
  fontSize: 'sm',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  _hover: { backgroundColor: 'surface.hover' },
  '&[aria-current]': { backgroundColor: 'accent.subtle', color: 'accent.text' },
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-2px]' },
});
const fileInput = css({ srOnly: true });
const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });

const sources = [
  { value: 'live', label: 'Live' },
  { value: 'paths', label: 'Paths' },
  { value: 'simulation', label: 'Simulate' },
  { value: 'recording', label: 'Recording' },
] as const;

/** The most paths that the list shows at once; the filter finds the rest. */
const mostShown = 50;

interface SourceChoiceProps {
  readonly view: StateFlowsView;
  readonly send: (event: StateFlowsEvent) => void;
  /** Of this machine. */
  readonly actors: readonly LiveActor[];
  readonly followed: LiveActor | null;
}

/** What is followed in the chart: a running actor, a generated path, or a recording. */
export function SourceChoice({ view, send, actors, followed }: SourceChoiceProps) {
  const id = useId();
  const [wanted, setWanted] = useState<StateFlowsView['source']>(view.source);
  const [source, setSource] = useState(view.source);
  // A file may be opened from elsewhere, and another chart may be opened.
  if (source !== view.source) {
    setSource(view.source);
    setWanted(view.source);
  }
  return (
    <div className={stack}>
      <Segmented
        id={id}
        aria-label="Follow"
        value={wanted}
        options={sources}
        onChange={(next) => {
          setWanted(next);
          if (next === 'live') send({ type: 'actor.chosen', actorId: null });
          if (next === 'paths') send({ type: 'paths.requested' });
          if (next === 'simulation') send({ type: 'simulation.requested', input: 0 });
        }}
      />
      {wanted === 'live' ? <LiveChoice actors={actors} followed={followed} send={send} /> : null}
      {wanted === 'paths' ? <PathChoice view={view} send={send} /> : null}
      {wanted === 'simulation' ? (
        <p className={muted}>Choose what happens, step by step. Nothing runs: no request is sent, and nothing is stored.</p>
      ) : null}
      {wanted === 'recording' ? <RecordingChoice view={view} send={send} /> : null}
      <div role="status" className={busyStyle}>
        {view.busy}
      </div>
      {view.problem === null ? null : (
        <p role="alert" className={problemStyle}>
          {view.problem}
        </p>
      )}
    </div>
  );
}

const endings = { active: '', done: ', finished', error: ', ended with an error', stopped: ', stopped' } as const;

function LiveChoice({ actors, followed, send }: Pick<SourceChoiceProps, 'actors' | 'followed' | 'send'>) {
  const id = useId();
  if (actors.length === 0) return <p className={muted}>None runs now. The next one is followed as soon as it begins.</p>;
  return (
    <div>
      <label id={fieldIds(id).label} htmlFor={id} className={labelStyle}>
        Actor
      </label>
      <Select
        id={id}
        value={followed?.id ?? null}
        options={actors.toReversed().map((actor) => ({
          value: actor.id,
          label: `Since ${dayjs(actor.startedAt).format('H:mm:ss')}${endings[actor.status]} (${actor.id})`,
        }))}
        onChange={(actorId) => send({ type: 'actor.chosen', actorId })}
      />
    </div>
  );
}

function PathChoice({ view: { paths, playing }, send }: Pick<SourceChoiceProps, 'view' | 'send'>) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  if (paths.length === 0) return null;
  const matching = paths.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div>
      <p className={labelStyle}>
        {paths.length} paths that the tests go by. Nothing runs while one is played: no request is sent, and nothing is stored.
      </p>
      <TextInput
        type="search"
        aria-label="Filter the paths"
        placeholder="Filter by event"
        value={filter}
        maxLength={200}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ul className={choices} aria-label="Paths">
        {matching.slice(0, mostShown).map(({ index, name }) => (
          <li key={index}>
            <button
              type="button"
              className={choice}
              aria-current={playing?.kind === 'path' && playing.index === index ? 'true' : undefined}
              onClick={() => send({ type: 'path.chosen', index })}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <p className={moreStyle}>
        {matching.length === 0
          ? 'No path matches.'
          : matching.length > mostShown
            ? `${matching.length - mostShown} more: filter them to see them.`
            : null}
      </p>
    </div>
  );
}

function RecordingChoice({ view: { recording, playing }, send }: Pick<SourceChoiceProps, 'view' | 'send'>) {
  return (
    <div className={stack}>
      <div className={row}>
        <OpenRecording send={send} />
        {recording === null ? null : <Button onClick={() => send({ type: 'recording.closed' })}>Close the recording</Button>}
      </div>
      {recording === null ? (
        <p className={muted}>A file of “Report a problem”, or one that “Save for a test” has made. It is read here, and sent nowhere.</p>
      ) : (
        <RecordedActors recording={recording} playing={playing} send={send} />
      )}
    </div>
  );
}

const countOf = (events: number) => `${events.toLocaleString('en')} ${events === 1 ? 'event' : 'events'}`;

/** The button that opens a file of the flight recorder. */
export function OpenRecording({ send }: Pick<SourceChoiceProps, 'send'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Recording"
        tabIndex={-1}
        className={fileInput}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) send({ type: 'file.chosen', file });
          // The same file again is another choice.
          event.currentTarget.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <FolderOpen aria-hidden="true" />
        Open a recording…
      </Button>
    </>
  );
}

interface RecordedActorsProps extends Pick<StateFlowsView, 'playing'>, Pick<SourceChoiceProps, 'send'> {
  readonly recording: Recording;
}

/** When and where a recording was made, and its actors. */
export function RecordedActors({ recording, playing, send }: RecordedActorsProps) {
  const { recordedAt, appVersion, screen, isOnline, problem, actors } = recording;
  return (
    <div>
      <p className={labelStyle}>
        {`Recorded on ${dayjs(recordedAt).format('D MMM YYYY, H:mm:ss')} by version ${appVersion} at ${screen}, ${isOnline ? 'online' : 'offline'}.`}
        {problem === null ? null : ` The screen broke with a ${problem.name}${problem.stack[0] ? ` at ${problem.stack[0]}` : ''}.`}
      </p>
      <ul className={choices} aria-label="Recorded actors">
        {actors.map(({ id, machineId, events, dropped, status }) => (
          <li key={id}>
            <button
              type="button"
              className={choice}
              aria-current={playing?.kind === 'recording' && playing.actorId === id ? 'true' : undefined}
              onClick={() => send({ type: 'recorded.chosen', actorId: id, machineId })}
            >
              {`${machineOf(machineId)?.title ?? machineId}: ${countOf(events.length + dropped)}${endings[status]}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
