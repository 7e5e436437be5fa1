import type { ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { BespokeScreenProps } from '#src/app/bespoke-paths.ts';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { recordRoute, type RecordsPath } from './record-link.tsx';
import { RecordsList } from './records-list.tsx';
import { useRecordsSource } from './use-records-source.ts';

/** Loaded on demand: most visits of a list open no form. */
const recordForm = lazyComponent(async () => (await import('./record-form.tsx')).RecordForm);

/** The list of one kind of record, with the form of one of them over it. */
export function RecordsScreen({ websiteId, path, rest }: BespokeScreenProps) {
  const resource = resources.find((each) => each.path === path);
  const dialog = dialogAt(rest);
  // What is about something is created where that is shown.
  if (!resource || dialog === null || (dialog.kind === 'new' && resource.about.length > 0)) return <NotFound />;
  return <Records websiteId={websiteId} resource={resource} dialog={dialog} />;
}

type DialogRoute = { readonly kind: 'none' | 'new' } | { readonly kind: 'edit'; readonly id: string };

/** The dialog that the path names; null where it names nothing. */
function dialogAt(rest: string): DialogRoute | null {
  if (rest === '') return { kind: 'none' };
  if (rest === 'new') return { kind: 'new' };
  const [, id] = /^edit\/([^/]+)$/u.exec(rest) ?? [];
  return id === undefined ? null : { kind: 'edit', id };
}

interface RecordsProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly dialog: DialogRoute;
}

function Records({ websiteId, resource, dialog }: RecordsProps) {
  const source = useRecordsSource(resource, websiteId);
  const { form, saved } = useRecordRoute({ websiteId, path: resource.path }, dialog);
  useEffect(() => prefetchWhenIdle(async () => recordForm.preload()), []);
  return (
    <>
      <RecordsList websiteId={websiteId} resource={resource} source={source} isCovered={form !== null} saved={saved} />
      {form === null ? null : (
        <Suspense>
          <LazyBoundary key={form.key} part={recordForm} props={{ websiteId, resource, source, ...form.props }} />
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

/** The form that the address names, and the navigation when it is closed or saved. */
function useRecordRoute(listPath: RecordsPath, dialog: DialogRoute) {
  const navigate = useNavigate();
  const { history } = useRouter();
  /** The local id that a form was opened with, by the server's id that has replaced it: the form keeps its key. */
  const [opened, setOpened] = useState<Readonly<Record<string, string>>>({});
  const [saved, setSaved] = useState<SavedRecord>({ id: null, count: 0 });
  if (dialog.kind === 'none') return { form: null, saved };

  /** Goes back to where the dialog was opened from, or to the list where the page was opened by a link to the dialog. */
  const close = (ignoreBlocker: boolean) => {
    if (history.location.state.isOverlay && history.canGoBack()) history.back({ ignoreBlocker });
    else void navigate({ ...recordRoute(listPath, ''), replace: true, ignoreBlocker, state: { keepsFocus: true } });
  };
  const named = dialog.kind === 'edit' ? dialog.id : null;
  const id = named === null ? null : (opened[named] ?? named);
  const props = {
    id,
    onId: (next: string) => {
      if (id === null || next === id) return;
      setOpened((before) => ({ ...before, [next]: id }));
      void navigate({ ...recordRoute(listPath, `edit/${next}`), replace: true, ignoreBlocker: true, state: true });
    },
    onClose: () => close(false),
    onSaved: (savedId: string | null) => {
      setSaved(({ count }) => ({ id: savedId, count: count + 1 }));
      close(true);
    },
  };
  return { saved, form: { key: id ?? 'new', props } };
}
