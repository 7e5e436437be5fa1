import type { MachineEntry } from '#machines/export/machine-entries.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ExternalLink, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#src/ui/icon-button.tsx';
import { FlowView } from './flow-view.tsx';
import type { ChartAddress } from './chart-search.tsx';
import { MachineList } from './machine-list.tsx';
import { useStateFlows } from './use-state-flows.ts';
import { machineOf } from './wire-state-flows.ts';

/**
 * Docked below the screen, or beside it where there is room for both; the screen goes on: it is no dialog, and Tab leads from the one to the
 * other. On a phone it covers the screen, whose actors go on all the same.
 */
const dock = css({
  position: 'fixed',
  insetInlineEnd: '0',
  bottom: '0',
  top: { base: '0', md: '[auto]' },
  height: { md: '[var(--docked-below, 100dvh)]' },
  zIndex: { base: 'overlay', md: 'sticky' },
  display: 'flex',
  flexDirection: 'column',
  width: '[var(--docked-beside, 100%)]',
  backgroundColor: 'canvas',
  // Below the screen the upper one is seen, beside it the one at its start: the other lies along the edge of the window.
  borderTop: { md: 'hairline' },
  borderInlineStart: { md: 'hairline' },
  _print: { display: 'none' },
});
const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minHeight: 'topbar',
  paddingInline: '3',
  borderBottom: 'hairline',
  backgroundColor: 'surface',
});
const title = css({
  flex: '1',
  minWidth: '0',
  fontWeight: 'semibold',
  fontSize: 'lg',
  lineHeight: 'snug',
  overflowWrap: 'anywhere',
  outline: 'none',
});
const body = css({
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: '4',
  // The picture is as high as there is room for.
  containerType: 'size',
});
const purpose = css({ color: 'text.muted', marginBottom: '4' });
const iconLink = css({
  display: 'inline-flex',
  padding: '2',
  borderRadius: 'md',
  color: 'text.muted',
  _hover: { backgroundColor: 'surface.hover', color: 'text' },
});
const link = css({
  color: 'text',
  cursor: 'pointer',
  textAlign: 'start',
  borderRadius: 'sm',
  _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
});

/** State flows beside any screen: its actors run on, and light up here. */
export function FlowDrawer({ onClose }: { readonly onClose: () => void }) {
  const [machineId, setMachineId] = useState<string | null>(null);
  const [at, setAt] = useState<ChartAddress>({});
  const open = (id: string | null, to: ChartAddress = {}) => {
    setMachineId(id);
    setAt(to);
  };
  const { view, actors, running, actorId, send } = useStateFlows(machineId, (id) => open(id));
  const listed = machineId === null ? null : machineOf(machineId);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus when another machine is opened
  useEffect(() => heading.current?.focus({ preventScroll: true }), [machineId]);
  return (
    <aside
      aria-label="State flows"
      className={dock}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={head}>
        {listed ? <IconButton label="All state flows" icon={<ArrowLeft />} onClick={() => open(null)} /> : null}
        <h2 ref={heading} tabIndex={-1} className={title}>
          {listed?.title ?? 'State flows'}
        </h2>
        <PageLink machine={listed} at={at} />
        <IconButton label="Close state flows" icon={<X />} onClick={onClose} />
      </div>
      {/* Each machine, and the list, begins at its top. */}
      <div key={machineId} className={body}>
        {listed ? (
          <>
            <p className={purpose}>{listed.purpose}</p>
            <FlowView
              place="drawer"
              machine={listed}
              view={view}
              actors={actors}
              actorId={actorId}
              state={at.state}
              transition={at.transition}
              onState={(state) => setAt(state === undefined ? {} : { state })}
              onMachine={(id) => open(id)}
              send={send}
            />
          </>
        ) : (
          <MachineList
            running={running}
            place="drawer"
            link={({ id }, name, to) => (
              <button type="button" className={link} onClick={() => open(id, to)}>
                {name}
              </button>
            )}
          />
        )}
      </div>
    </aside>
  );
}

/** To the same chart on its own page, which can be sent to somebody. */
function PageLink({ machine, at }: { readonly machine: MachineEntry | null; readonly at: ChartAddress }) {
  return (
    <Link
      to="/state-flows/{-$machineId}"
      params={{ machineId: machine?.id }}
      search={at}
      className={iconLink}
      aria-label="Open on its own page"
      title="Open on its own page"
    >
      <ExternalLink size={18} aria-hidden="true" />
    </Link>
  );
}
