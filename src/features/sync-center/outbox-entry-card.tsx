import type { Disconnection } from '#contract/disconnection.ts';
import { asksWhetherCreated, confirmationRequired, isStopped, type OutboxEntry } from '#contract/outbox-entry.ts';
import { describeDisconnection, whenConnected } from '#machines/disconnection-messages.ts';
import type { ReadEntry } from '#db/migrate-entry.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useWebsite } from '#src/app/use-website.ts';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { canResolve, describeEntry, discardQuestion, fieldMessages, screenPathOf, describeStatus } from './describe-entry.ts';
import { choiceMissing } from '#src/form/choice-parts.tsx';
import { useConflictKnown } from '#src/form/use-conflict-known.ts';
import { useOutboxActions } from '#src/form/use-outbox-actions.ts';

const card = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  padding: '3',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
});
const titleStyle = css({ fontWeight: 'medium', overflowWrap: 'anywhere' });
const muted = css({ fontSize: 'sm', color: 'text.muted' });
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });

/** Loaded on demand: it contains every kind of field, and mostly there is no conflict to resolve. */
const conflictForm = lazyComponent(
  async () => (await import('#src/form/conflict-form.tsx')).ConflictForm,
  () => <p role="status">{choiceMissing}</p>,
);

interface OutboxEntryCardProps {
  readonly entry: ReadEntry;
  /** The conflict that must be resolved before it is sent. */
  readonly blockedBy: OutboxEntry | null;
  readonly disconnection: Disconnection | null;
  readonly onNavigate: () => void;
}

/** One outbox entry, with its actions. */
export function OutboxEntryCard({ entry, blockedBy, disconnection, onNavigate }: OutboxEntryCardProps) {
  const outboxActions = useOutboxActions();
  const [asking, setAsking] = useState(false);
  const description = describeEntry(entry);
  const isUncertain = entry.kind === 'readable' && asksWhetherCreated(entry.entry);
  const discard = () => {
    setAsking(false);
    if (entry.kind === 'readable') outboxActions.discard(entry.entry.opId);
    else outboxActions.discardUnreadable(entry.seq);
  };
  return (
    <li className={card}>
      <div className={titleStyle}>{description}</div>
      {entry.kind === 'readable' ? (
        <EntryDetails
          entry={entry.entry}
          blockedBy={blockedBy}
          disconnection={disconnection}
          onNavigate={onNavigate}
          onDiscard={() => setAsking(true)}
        />
      ) : (
        <>
          <p className={muted}>
            {entry.problem === 'newer'
              ? 'Reload the console to get the version that can send it.'
              : 'It is kept as it is; it can only be discarded.'}
          </p>
          <div className={actions}>
            <Button size="small" onClick={() => setAsking(true)}>
              Discard
            </Button>
          </div>
        </>
      )}
      <AlertDialog
        open={asking}
        title={isUncertain ? 'Is it there?' : 'Discard this change?'}
        description={discardQuestion(entry, description)}
        confirmLabel={isUncertain ? 'It is there' : 'Discard'}
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}

interface EntryDetailsProps {
  readonly entry: OutboxEntry;
  readonly blockedBy: OutboxEntry | null;
  readonly disconnection: Disconnection | null;
  readonly onNavigate: () => void;
  readonly onDiscard: () => void;
}

function EntryDetails({ entry, blockedBy, disconnection, onNavigate, onDiscard }: EntryDetailsProps) {
  const { retry } = useOutboxActions();
  const [resolving, setResolving] = useState(false);
  const website = useWebsite(entry.websiteId);
  const path = screenPathOf(entry);
  const isSending = entry.status === 'sending';
  const isUncertain = asksWhetherCreated(entry);
  const cannotRetry = cannotRetryReason(entry, blockedBy, disconnection);
  return (
    <>
      <div className={muted}>
        {website ? `${website.name} · ` : null}
        {dayjs(entry.createdAt).format(dayjs(entry.createdAt).isSame(dayjs(), 'day') ? 'H:mm' : 'D MMM, H:mm')}
      </div>
      <div>
        {isUncertain ? (
          <Badge tone="warning">Not known</Badge>
        ) : entry.status === 'rejected' ? (
          <Badge tone="danger">Refused</Badge>
        ) : entry.status === 'conflict' ? (
          <Badge tone="warning">Conflict</Badge>
        ) : null}{' '}
        {canResolve(entry) ? (
          <ConflictStatus entry={entry} />
        ) : (
          <span className={isStopped(entry) ? undefined : muted}>{describeStatus(entry, { blockedBy, disconnection })}</span>
        )}
      </div>
      {fieldMessages(entry).map((message) => (
        <p key={message} className={muted}>
          {message}
        </p>
      ))}
      <div className={actions}>
        {canResolve(entry) ? (
          <Button size="small" variant="primary" onPointerEnter={conflictForm.preload} onClick={() => setResolving(true)}>
            Resolve
          </Button>
        ) : (
          <Button
            size="small"
            aria-disabled={cannotRetry === null ? undefined : true}
            title={cannotRetry ?? undefined}
            onClick={() => retry(entry.opId)}
          >
            {isUncertain ? 'Create again' : entry.lastError?.code === confirmationRequired ? 'Save it all the same' : 'Retry'}
          </Button>
        )}
        {path !== null && entry.websiteId !== null && !isUncertain ? (
          <Link
            to="/website/$websiteId/$"
            params={{ websiteId: entry.websiteId, _splat: path }}
            className={buttonClass({ size: 'small' })}
            onClick={onNavigate}
          >
            Edit
          </Link>
        ) : null}
        <Button size="small" aria-disabled={isSending || undefined} onClick={onDiscard}>
          {isUncertain ? 'It is there' : 'Discard'}
        </Button>
      </div>
      {resolving && canResolve(entry) ? <LazyBoundary part={conflictForm} props={{ entry, onClose: () => setResolving(false) }} /> : null}
    </>
  );
}

/** A conflict in the words of its form. */
function ConflictStatus({ entry }: { readonly entry: OutboxEntry }) {
  const { changed, isRead } = useConflictKnown(entry);
  return isRead ? <span>{describeStatus(entry, { changed })}</span> : null;
}

/** Why a retry is not possible now; null where it is. */
function cannotRetryReason({ status }: OutboxEntry, blockedBy: OutboxEntry | null, disconnection: Disconnection | null): string | null {
  if (status === 'sending') return 'It is being sent.';
  if (blockedBy) return 'Choose first which to keep of the change before it.';
  return disconnection ? `${describeDisconnection(disconnection)} It is sent as soon as ${whenConnected(disconnection)}.` : null;
}
