import { type ExportFormat, exportFormats } from '#machines/export/formats.ts';
import { loadChart } from '#machines/export/load-chart.ts';
import { type MachineEntry, machineEntries } from '#machines/export/machine-entries.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Download, List, Printer, Waypoints } from 'lucide-react';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { Main } from '#src/app/shell/main.tsx';
import { useApp } from '#src/app/use-app.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { downloadFile } from '#src/io/download-file.ts';
import { Button } from '#src/ui/button.tsx';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import type { MachineLink } from './chart-search.tsx';
import { CompareButton } from './differences.tsx';
import { FlowView } from './flow-view.tsx';
import { mapPanel } from './map-panel.tsx';
import { MachineList } from './machine-list.tsx';
import { OpenRecording, RecordedActors } from './source-choice.tsx';
import { useStateFlows } from './use-state-flows.ts';
import { machineOf } from './wire-state-flows.ts';

const main = css({ flex: '1', width: 'full', maxWidth: 'page', marginInline: 'auto', padding: { base: '4', md: '8' }, outline: 'none' });
const back = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  color: 'text.muted',
  borderRadius: 'sm',
  _print: { display: 'none' },
});
const linkStyle = css({
  color: 'text',
  textDecoration: 'none',
  borderRadius: 'sm',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
});
const viewStyle = css({ marginBottom: '4' });
const problemStyle = css({ color: 'danger.text', marginBottom: '4' });
const recordingStyle = css({ marginBottom: '6' });
const noPrint = css({ display: 'contents', _print: { display: 'none' } });

export interface StateFlowsScreenProps {
  /** Null: the list of all. */
  readonly machineId: string | null;
  /** A state's path, such as `signedIn.user`. */
  readonly state: string | undefined;
  /** A transition of that state: its event and its place among the candidates, such as `save.requested[0]`. */
  readonly transition: string | undefined;
  /** A path; undefined where the address names none. */
  readonly run: unknown;
  /** Of all machines: the map instead of the list. */
  readonly isMap: boolean;
  readonly onMap: (isMap: boolean) => void;
  readonly onMachine: (machineId: string) => void;
  readonly onState: (path: string | undefined) => void;
}

/** Every state chart of the console, with what runs of it in this tab. */
export function StateFlowsScreen({ machineId, state, transition, run, isMap, onMap, onMachine, onState }: StateFlowsScreenProps) {
  usePageView('State flows');
  useFirstScreen(true);
  const { view, actors, running, actorId, send } = useStateFlows(machineId, onMachine, run);
  const { notify } = useApp();
  const listed = machineId === null ? null : machineOf(machineId);
  const tryTo = (work: Promise<void>) =>
    void work.catch(() => notify({ type: 'error', title: 'Not exported', content: 'The export could not be made. Please try again.' }));
  if (machineId !== null && listed === null) return <NotFound />;
  if (listed === null) {
    return (
      <Main className={main}>
        <title>State flows · Frontage</title>
        <PageHeader
          title="State flows"
          description="How each part of the console behaves: its states, what leads from one to the next, and where it is now."
          actions={
            <>
              <OpenRecording send={send} />
              <Button onClick={() => tryTo(exportAll(machineEntries))}>
                <Download aria-hidden="true" />
                Export all
              </Button>
            </>
          }
        />
        {view.problem === null ? null : (
          <p role="alert" className={problemStyle}>
            {view.problem}
          </p>
        )}
        {view.recording === null ? null : (
          <div className={recordingStyle}>
            <RecordedActors recording={view.recording} playing={view.playing} send={send} />
          </div>
        )}
        <div className={viewStyle}>
          <Segmented
            id="flows-view"
            aria-label="View"
            value={isMap ? 'map' : 'list'}
            options={[
              { value: 'list', label: 'List', icon: <List aria-hidden="true" /> },
              { value: 'map', label: 'Map', icon: <Waypoints aria-hidden="true" /> },
            ]}
            onChange={(next) => onMap(next === 'map')}
          />
        </div>
        {isMap ? (
          <LazyBoundary part={mapPanel} props={{ running, link, onMachine }} />
        ) : (
          <MachineList running={running} place="page" link={link} />
        )}
      </Main>
    );
  }
  return (
    <Main className={main}>
      <title>{`${listed.title} · State flows · Frontage`}</title>
      <PageHeader
        back={
          <Link to="/state-flows/{-$machineId}" params={{ machineId: undefined }} className={back}>
            <ArrowLeft size={16} aria-hidden="true" />
            All state flows
          </Link>
        }
        title={listed.title}
        description={listed.purpose}
        actions={
          <div className={noPrint}>
            <CompareButton send={send} />
            <Button onClick={() => window.print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
            <Menu
              trigger={
                <Button>
                  <Download aria-hidden="true" />
                  Export
                </Button>
              }
              items={exportFormats.map((format) => ({
                id: format.id,
                label: format.label,
                onSelect: () => tryTo(exportChart(listed, format)),
              }))}
            />
          </div>
        }
      />
      <FlowView
        place="page"
        machine={listed}
        view={view}
        actors={actors}
        actorId={actorId}
        state={state}
        transition={transition}
        onState={onState}
        onMachine={onMachine}
        send={send}
      />
    </Main>
  );
}

const link: MachineLink = ({ id }, name, at = {}) => (
  <Link to="/state-flows/{-$machineId}" params={{ machineId: id }} search={at} className={linkStyle}>
    {name}
  </Link>
);

/** Downloads a chart in one of the formats. */
async function exportChart(machine: MachineEntry, { extension, type, text }: ExportFormat): Promise<void> {
  downloadFile(new File([text(await loadChart(machine), machine.title)], `${machine.id}.${extension}`, { type }));
}

/** Downloads all charts in all formats as one archive. */
async function exportAll(machines: readonly MachineEntry[]): Promise<void> {
  const { strToU8, zipSync } = await import('fflate');
  const files = await Promise.all(
    machines.map(async (machine) => {
      const chart = await loadChart(machine);
      return exportFormats.map(
        ({ extension, text }) => [`state-flows/${machine.id}.${extension}`, strToU8(text(chart, machine.title))] as const,
      );
    }),
  );
  downloadFile(new File([zipSync(Object.fromEntries(files.flat()))], 'state-flows.zip', { type: 'application/zip' }));
}
