import type { StateFlowsEvent } from '#machines/state-flows/state-flows.types.ts';
import type { SimulationView } from '#machines/state-flows/state-flows.view.ts';
import { readEvent } from '#machines/export/fixture-schema.ts';
import { css } from '#styled/css/index.js';
import { useRouter } from '@tanstack/react-router';
import { Copy, Download, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import { useApp } from '#src/app/use-app.ts';
import { downloadFile } from '#src/io/download-file.ts';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Select } from '#src/ui/select.tsx';
import { fieldIds } from '#src/ui/field-ids.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { mostAddressCharacters } from './path-address.ts';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '3' });
const muted = css({ color: 'text.muted' });
const groupTitle = css({ fontSize: 'sm', fontWeight: 'medium', color: 'text.muted', marginBottom: '1' });
const list = css({ maxHeight: '[18rem]', overflowY: 'auto', border: 'hairline', borderRadius: 'md' });
const item = css({ '&:not(:last-child)': { borderBottom: 'hairline' } });
const row = css({ display: 'flex', alignItems: 'center', gap: '1' });
const offerStyle = css({
  flex: '1',
  minWidth: '0',
  paddingInline: '3',
  paddingBlock: '1.5',
  textAlign: 'start',
  fontFamily: 'mono',
  fontSize: 'xs',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  borderRadius: 'sm',
  _hover: { backgroundColor: 'surface.hover' },
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-2px]' },
});
const editorStyle = css({ display: 'flex', flexDirection: 'column', gap: '2', padding: '2' });
const jsonStyle = css({ fontFamily: 'mono', fontSize: 'xs' });
const problemStyle = css({ color: 'danger.text', fontSize: 'sm', overflowWrap: 'anywhere' });
const buttons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const labelStyle = css({ display: 'block', fontSize: 'sm', color: 'text.muted', marginBottom: '1' });
const addressStyle = css({ display: 'flex', gap: '2', '& > :first-child': { flex: '1', minWidth: '0' } });

const groups = [
  { kind: 'event', title: 'Events' },
  { kind: 'answer', title: 'What an actor answers' },
  { kind: 'time', title: 'Time that passes' },
] as const;

interface SimulatePanelProps {
  readonly heading: 'h3' | 'h4';
  readonly machineId: string;
  readonly simulation: SimulationView;
  readonly send: (event: StateFlowsEvent) => void;
}

/** What may come next in a path that is made step by step, and the path as an address and as a file. */
export function SimulatePanel({ heading: Heading, machineId, simulation, send }: SimulatePanelProps) {
  const { inputs, input, offers, later, refusal } = simulation;
  const id = useId();
  /** The offer whose event is being changed; '' for an event that is typed whole. */
  const [edited, setEdited] = useState<string | null>(null);
  const editor = (event: string) => (
    <EventEditor
      event={event}
      onCancel={() => setEdited(null)}
      onSend={(typed) => {
        setEdited(null);
        send({ type: 'event.simulated', event: typed });
      }}
    />
  );
  return (
    <div className={stack}>
      {inputs.length < 2 ? null : (
        <div>
          <label id={fieldIds(id).label} htmlFor={id} className={labelStyle}>
            Begins with
          </label>
          <Select
            id={id}
            value={String(input)}
            options={inputs.map((text, index) => ({ value: String(index), label: text }))}
            onChange={(index) => send({ type: 'simulation.requested', input: Number(index) })}
          />
        </div>
      )}
      {refusal === null ? null : (
        <p role="alert" className={problemStyle}>
          {refusal}
        </p>
      )}
      {offers.length === 0 ? <p className={muted}>Nothing can happen any more.</p> : null}
      {later === 0 ? null : (
        <p className={muted}>{`The next event replaces the ${later === 1 ? 'step' : `${later} steps`} after this one.`}</p>
      )}
      {groups.map(({ kind, title }) => {
        const own = offers.filter((offer) => offer.kind === kind);
        if (own.length === 0) return null;
        return (
          <div key={kind}>
            <Heading className={groupTitle}>{title}</Heading>
            <ul className={list} aria-label={title}>
              {own.map((offer) => (
                <li key={offer.name} className={item}>
                  <div className={row}>
                    <button type="button" className={offerStyle} onClick={() => send({ type: 'event.simulated', event: offer.fixture })}>
                      {offer.name}
                    </button>
                    {offer.json === null ? null : (
                      <IconButton
                        size="small"
                        label={`Change what ${offer.name} brings`}
                        icon={<Pencil />}
                        aria-expanded={edited === offer.name}
                        onClick={() => setEdited(edited === offer.name ? null : offer.name)}
                      />
                    )}
                  </div>
                  {edited === offer.name && offer.json !== null ? editor(JSON.stringify(offer.json, null, 1)) : null}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {edited === '' ? (
        editor('{"type": ""}')
      ) : (
        <div className={buttons}>
          <Button size="small" onClick={() => setEdited('')}>
            Another event…
          </Button>
          <Button size="small" onClick={() => send({ type: 'simulation.requested', input })}>
            Start again
          </Button>
        </div>
      )}
      <SharedPath machineId={machineId} simulation={simulation} />
    </div>
  );
}

interface EventEditorProps {
  readonly event: string;
  readonly onCancel: () => void;
  readonly onSend: (event: Exclude<ReturnType<typeof readEvent>, string>) => void;
}

function EventEditor({ event, onCancel, onSend }: EventEditorProps) {
  const [text, setText] = useState(event);
  const [problem, setProblem] = useState('');
  const problemId = useId();
  const use = () => {
    const read = readEvent(text);
    if (typeof read === 'string') setProblem(read);
    else onSend(read);
  };
  return (
    <form
      className={editorStyle}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        use();
      }}
    >
      <Textarea
        autosize
        rows={4}
        className={jsonStyle}
        aria-label="Event as JSON"
        aria-describedby={problemId}
        aria-invalid={problem !== ''}
        spellCheck={false}
        maxLength={20_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p id={problemId} role="alert" className={problemStyle} hidden={problem === ''}>
        {problem}
      </p>
      <div className={buttons}>
        <Button type="submit" size="small" variant="primary">
          Take this event
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The path for somebody else: as an address, and as a file that a test replays. */
function SharedPath({ machineId, simulation: { input, events, fixture } }: Pick<SimulatePanelProps, 'machineId' | 'simulation'>) {
  const { notify } = useApp();
  const router = useRouter();
  const run = { input, events };
  const isShort = JSON.stringify(run).length <= mostAddressCharacters;
  const { href } = router.buildLocation({ to: '/state-flows/{-$machineId}', params: { machineId }, search: { run } });
  const address = `${globalThis.location.origin}${href}`;
  const copy = () =>
    void navigator.clipboard.writeText(address).then(
      () => notify({ type: 'success', title: 'Copied', content: 'The address of this path is in the clipboard.' }),
      () => notify({ type: 'error', title: 'Not copied', content: 'The browser did not allow it. The address can be copied by hand.' }),
    );
  const save = () => {
    const name = `${machineId}-${events.length}.path.json`;
    downloadFile(new File([`${JSON.stringify(fixture, null, 2)}\n`], name, { type: 'application/json' }));
  };
  return (
    <>
      {isShort ? (
        <div className={addressStyle}>
          <TextInput readOnly aria-label="Address of this path" value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
          <Button onClick={copy}>
            <Copy aria-hidden="true" />
            Copy
          </Button>
        </div>
      ) : (
        <p className={muted}>This path is too long for an address. It can be saved as a file.</p>
      )}
      <div className={buttons}>
        <Button onClick={save}>
          <Download aria-hidden="true" />
          Save for a test
        </Button>
      </div>
    </>
  );
}
