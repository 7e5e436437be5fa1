import type { ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { BespokeScreenProps } from '#src/app/bespoke-paths.ts';
import { backFromOverlay } from '#src/app/back-from-overlay.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { recordRoute, type RecordsPath } from './record-link.tsx';
import { RecordsList } from './records-list.tsx';
import { useRecordsSource } from './use-records-source.ts';

/** Loaded on demand: most visits of a list open no dialog. */
const recordForm = lazyComponent(async () => (await import('./record-form.tsx')).RecordForm);
const recordView = lazyComponent(async () => (await import('./record-view.tsx')).RecordView);

/** The list of one kind of record, with the form or the view of one of them over it. */
export function RecordsScreen({ websiteId, path, rest }: BespokeScreenProps) {
  const resource = resources.find((each) => each.path === path);
  const dialog = resource ? dialogAt(resource, rest) : null;
  if (!resource || dialog === null) return <NotFound />;
  return <Records websiteId={websiteId} resource={resource} dialog={dialog} />;
}

type DialogRoute = { readonly kind: 'none' | 'new' } | { readonly kind: 'edit' | 'view'; readonly id: string };

/** The dialog that the path names; null where it names none that these records have. */
function dialogAt({ about, calls, view, newPath = 'new' }: ResourceDefinition, rest: string): DialogRoute | null {
  if (rest === '') return { kind: 'none' };
  // What is about something is created where that is shown.
  if (rest === newPath) return calls.create && about.length === 0 ? { kind: 'new' } : null;
  const [, edit, id] = /^(edit\/)?([^/]+)$/u.exec(rest) ?? [];
  if (id === undefined) return null;
  if (edit !== undefined) return calls.update ? { kind: 'edit', id } : null;
  return view ? { kind: 'view', id } : null;
}

interface RecordsProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly dialog: DialogRoute;
}

function Records({ websiteId, resource, dialog }: RecordsProps) {
  const source = useRecordsSource(resource, websiteId);
  const { open, saved } = useRecordRoute({ websiteId, path: resource.path }, dialog);
  const { view } = resource;
  useEffect(() => prefetchWhenIdle(async () => (view ? recordView : recordForm).preload()), [view]);
  return (
    <>
      <RecordsList websiteId={websiteId} resource={resource} source={source} isCovered={open !== null} saved={saved} />
      {open === null ? null : (
        <Suspense>
          {dialog.kind === 'view' && view ? (
            <LazyBoundary key={open.key} part={recordView} props={{ resource, view, source, ...open.props, id: open.key }} />
          ) : (
            <LazyBoundary key={open.key} part={recordForm} props={{ websiteId, resource, source, ...open.props }} />
          )}
        </Suspense>
      )}
    </>
  );
}

/** The record that was last saved in its form: its row gets the focus. `count` tells two saves of the same record apart. */
interface SavedRecord {
  readonly id: string | null;
  readonly count: number;
}

/** The dialog that the address names, and the navigation when it is closed or its form is saved. */
function useRecordRoute(listPath: RecordsPath, dialog: DialogRoute) {
  const navigate = useNavigate();
  const { history } = useRouter();
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
    onId: (next: string) => {
      if (id === null || next === id) return;
      setOpened((before) => ({ ...before, [next]: id }));
      void navigate({
        ...recordRoute(listPath, dialog.kind === 'edit' ? `edit/${next}` : next),
        replace: true,
        ignoreBlocker: true,
        state: true,
      });
    },
    onClose: () => close(false),
    onSaved: (savedId: string | null) => {
      setSaved(({ count }) => ({ id: savedId, count: count + 1 }));
      close(true);
    },
  };
  return { saved, open: { key: id ?? 'new', props } };
}
