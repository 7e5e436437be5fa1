import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { backFromOverlay } from '#src/app/back-from-overlay.ts';
import type { DialogRoute } from './dialog-at.ts';
import { recordRoute, type RecordsPath } from './record-link.tsx';
import { useFollowId } from './use-follow-id.ts';

/** The record that was last saved in its form: its row gets the focus. `count` tells two saves of the same record apart. */
interface SavedRecord {
  readonly id: string | null;
  readonly count: number;
}

/** The dialog that the address names, and the navigation when it is closed or its form is saved. */
export function useRecordRoute(listPath: RecordsPath, dialog: DialogRoute) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const followId = useFollowId(listPath);
  /** The local id that a dialog was opened with, by the server's id that has replaced it: the dialog keeps its key. */
  const [opened, setOpened] = useState<Readonly<Record<string, string>>>({});
  const [saved, setSaved] = useState<SavedRecord>({ id: null, count: 0 });
  if (dialog.kind === 'none') return { open: null, saved };

  /** Goes back to where the dialog was opened from, or to the list where the page was opened by a link to the dialog. */
  const close = (ignoreBlocker: boolean) => {
    if (!backFromOverlay(history, ignoreBlocker))
      void navigate({ ...recordRoute(listPath, ''), replace: true, ignoreBlocker, state: { keepsFocus: true } });
  };
  const named = 'id' in dialog ? dialog.id : null;
  const id = named === null ? null : (opened[named] ?? named);
  const props = {
    id,
    onId: (next: string, before: string | null) => {
      if (id === null || before === null) return;
      if (next !== id) setOpened((all) => ({ ...all, [next]: id }));
      const address = (of: string) => (dialog.kind === 'edit' ? `edit/${of}` : of);
      followId(address(before), address(next));
    },
    onClose: () => close(false),
    onSaved: (savedId: string | null) => {
      setSaved(({ count }) => ({ id: savedId, count: count + 1 }));
      close(true);
    },
  };
  return { saved, open: { key: id ?? 'new', props } };
}
