import { type PaletteView, paletteView } from '#machines/palette/palette.view.ts';
import { useParams, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { receivePaletteKeys } from '#src/app/palette-keys.ts';
import { useApp } from '#src/app/use-app.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useUser } from '#src/app/use-session.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { noteWebsite } from '#src/offline/user-marks.ts';
import { PaletteDialog } from './palette-dialog.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';
import { wirePalette } from './wire-palette.ts';

const isOpen = ({ status }: PaletteView): boolean => status === 'loading' || status === 'ready' || status === 'error';

/** The command palette and the sheet of shortcuts. There from the first idle moment on; shown when it is asked for. */
export function Palette() {
  const app = useApp();
  const services = useClientServices();
  const router = useRouter();
  const [machine] = useState(() => wirePalette({ app, services, router }));
  const actor = useMachineActor(machine);
  useToasts(actor);
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => paletteView(snapshot), [snapshot]);
  const userId = useUser()?.id;
  const { websiteId } = useParams({ strict: false });
  useEffect(() => {
    if (userId !== undefined && websiteId !== undefined) noteWebsite(userId, websiteId);
  }, [userId, websiteId]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      receivePaletteKeys({
        request: (what, typed) => actor.send(what === 'palette' ? { type: 'palette.requested', typed } : { type: 'shortcuts.requested' }),
        append: (text) => actor.send({ type: 'text.appended', text }),
        choose: () => actor.send({ type: 'choice.requested', id: null }),
        isOpening: () => actor.getSnapshot().hasTag('open') && document.activeElement !== input.current,
      }),
    [actor],
  );
  const close = () => actor.send({ type: 'close.requested' });
  /** A screen that opens takes the focus by itself; an action leaves it where it was. */
  const leaves = () => {
    const { chosenId, entries } = actor.getSnapshot().context;
    const target = entries.find(({ id }) => id === chosenId)?.target;
    return target !== undefined && target.kind !== 'action';
  };
  return (
    <>
      <PaletteDialog view={view} isOpen={isOpen(view)} input={input} send={actor.send} leaves={leaves} onClose={close} />
      <ShortcutsSheet open={view.status === 'shortcuts'} onClose={close} />
    </>
  );
}
