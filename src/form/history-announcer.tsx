import type { HistoryView } from '#machines/settings-screen/settings-screen.history.view.ts';
import { useEffect } from 'react';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

/** Says what was undone or redone, and brings it into view; the focus stays where it is. */
export function HistoryAnnouncer({ announcement }: { readonly announcement: HistoryView['told'] }) {
  const key = announcement?.keys[0];
  const count = announcement?.count ?? 0;
  useEffect(() => {
    // Once for each undo, of the same field too.
    if (key === undefined || count === 0) return;
    (document.querySelector(`[data-field="${CSS.escape(key)}"]`) ?? document.getElementById(key))?.scrollIntoView({ block: 'nearest' });
  }, [key, count]);
  return (
    <div role="status" className={visuallyHidden}>
      {announcement === null ? null : <span key={announcement.count}>{announcement.text}</span>}
    </div>
  );
}
