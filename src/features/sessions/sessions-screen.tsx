import type { Disconnection } from '#contract/disconnection.ts';
import { type UserSession, userSessionSchema } from '#contract/entities/user-session.ts';
import { endSessionsMachine } from '#machines/end-sessions/end-sessions.machine.ts';
import type { EndRequest } from '#machines/end-sessions/end-sessions.types.ts';
import { endSessionsView } from '#machines/end-sessions/end-sessions.view.ts';
import { recordListMachine } from '#machines/record-list/record-list.machine.ts';
import { type RecordListView, recordListView } from '#machines/record-list/record-list.view.ts';
import { describeDisconnection } from '#machines/disconnection-messages.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import * as v from 'valibot';
import { fromPromise } from '#machines/actor-logic.ts';
import type { App } from '#src/app/app.ts';
import { Main } from '#src/app/shell/main.tsx';
import { useApp } from '#src/app/use-app.ts';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useOnlineActor, useRestoredEvents } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { loadedPages } from '#src/offline/loaded-pages.ts';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Pagination } from '#src/ui/pagination.tsx';
import { Table } from '#src/ui/table.tsx';
import { describeDevice } from './describe-device.ts';
import { endSessions } from './end-sessions.ts';
import { loadSessions } from './load-sessions.ts';
import { endButtonId, sessionColumns } from './session-columns.tsx';

const main = css({ flex: '1', width: 'full', maxWidth: 'page', marginInline: 'auto', padding: { base: '4', md: '8' }, outline: 'none' });
const notice = css({ marginBottom: '4' });

const perPage = 25;

const wireList = ({ client }: App) =>
  recordListMachine.provide({
    actors: loadedPages((query, signal) => loadSessions(client, query, signal)),
  });
const wireEndSessions = ({ client }: App) =>
  endSessionsMachine.provide({
    actors: { endSessions: fromPromise(({ input, signal }) => endSessions(client, input.target, signal)) },
  });

interface SessionsScreenProps {
  /** From 0. */
  readonly page: number;
  readonly onPage: (page: number, how: 'push' | 'replace') => void;
}

/** This user's sign-ins: which device, where and when each was last seen, and how to end them. */
export function SessionsScreen({ page, onPage }: SessionsScreenProps) {
  usePageView('Your sessions');
  const app = useApp();
  const [machines] = useState(() => ({ list: wireList(app), end: wireEndSessions(app) }));
  const met = useDisconnection();
  const list = useMachineActor(machines.list, { input: { query: queryOf(page) } });
  const ending = useOnlineActor(machines.end, {});
  const view = recordListView(useSelector(list, (snapshot) => snapshot));
  const { reason, dialog } = endSessionsView(
    useSelector(ending, (snapshot) => snapshot),
    met,
  );
  const sessions = useMemo<readonly UserSession[]>(() => view.rows.map(({ values }) => v.parse(userSessionSchema, values)), [view.rows]);
  const [reasonId, othersId] = [useId(), useId()];
  useFirstScreen(view.status !== 'loading');
  useRestoredEvents(list);
  useToasts(ending);

  // The address holds the page: Back, Forward and a shared link change it from outside.
  useEffect(() => {
    list.send({ type: 'query.changed', query: queryOf(page) });
  }, [list, page]);
  // Past the last page, the machine goes to the last page.
  useEmitted(list, 'query.settled', ({ query }) => onPage(query.page, 'replace'));
  useEmitted(ending, 'sessions.ended', () => list.send({ type: 'refresh.requested' }));

  const ask = (request: EndRequest) => ending.send({ type: 'end.requested', request });
  const askForOne = (session: UserSession) => {
    if (session.current) return app.session.send({ type: 'signOut.requested' });
    const next = sessions[sessions.indexOf(session) + 1];
    ask({
      target: { kind: 'one', id: session.id, device: describeDevice(session.user_agent).label },
      focus: { back: endButtonId(session.id), after: next ? endButtonId(next.id) : null },
    });
  };
  const isLoading = view.status === 'loading';
  const total = view.range?.total ?? 0;
  const isAlone = !isLoading && total === 1;
  const retry = <Button onClick={() => list.send({ type: 'retry.requested' })}>Try again</Button>;
  return (
    <Main className={main}>
      <title>Your sessions · Frontage</title>
      <PageHeader
        title="Your sessions"
        description="Where you are signed in. Sign out what you no longer use, or do not recognise."
        actions={
          // Rendered from the start, so that the content below does not jump.
          total > 0 || isLoading ? (
            <Button
              id={othersId}
              title={isAlone ? 'You are signed in nowhere else.' : undefined}
              aria-disabled={isLoading || isAlone || reason !== null || undefined}
              aria-describedby={reason === null ? undefined : reasonId}
              onClick={isLoading || isAlone ? undefined : () => ask({ target: { kind: 'others' }, focus: { back: othersId, after: null } })}
            >
              Sign out all others
            </Button>
          ) : null
        }
      />
      {view.status === 'error' && view.empty !== 'failed' ? (
        <Notice tone="warning" live="status" className={notice} title="The list could not be updated" actions={retry}>
          {view.message}
        </Notice>
      ) : null}
      {reason !== null && sessions.length > 0 ? (
        <div id={reasonId}>
          <Notice tone="info" live="status" className={notice}>
            {reason}
          </Notice>
        </div>
      ) : null}
      <Table
        caption="Your sessions"
        columns={sessionColumns({ reasonId: reason === null ? null : reasonId, onEnd: askForOne })}
        rows={sessions}
        rowId={(session) => session.id}
        loading={isLoading}
        refreshing={view.status === 'refreshing'}
        empty={emptyOf(view, retry, met)}
      />
      {view.range === null || sessions.length === 0 ? null : <Pagination {...view.range} onPage={(next) => onPage(next, 'push')} />}
      <AlertDialog
        open={dialog !== null}
        title={dialog?.title ?? ''}
        description={dialog?.text ?? ''}
        confirmLabel={dialog?.confirm ?? ''}
        busy={dialog?.busy ?? false}
        error={dialog?.error ?? null}
        finalFocus={() => document.getElementById(ending.getSnapshot().context.focus ?? '') ?? document.querySelector('main h1')}
        onConfirm={() => ending.send({ type: 'end.confirmed' })}
        onCancel={() => ending.send({ type: 'cancel.requested' })}
      />
    </Main>
  );
}

function queryOf(page: number) {
  return { page, perPage, sort: null, q: '' };
}

function emptyOf({ empty, message }: RecordListView, retry: ReactNode, met: Disconnection | null) {
  if (empty === 'failed') {
    return (
      <EmptyState kind="failed" title="Your sessions could not be loaded" actions={retry}>
        {message}
      </EmptyState>
    );
  }
  if (empty === 'offline') {
    return (
      <EmptyState
        kind="offline"
        title={met === null || met.kind === 'noNetwork' ? 'Your sessions need a connection' : describeDisconnection(met)}
        actions={retry}
      >
        Only the server knows where you are signed in now, so the list is not kept on this device.
      </EmptyState>
    );
  }
  return (
    <EmptyState kind="none" title="No sessions">
      The server lists no sign-in of yours.
    </EmptyState>
  );
}
