import type { ResourceDefinition } from '#contract/resources/define.ts';
import type { RecordDetailsDefinition } from '#contract/resources/details.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { css } from '#styled/css/index.js';
import { Link } from '@tanstack/react-router';
import { describeDisconnection } from '#machines/disconnection-messages.ts';
import { useSelector } from '@xstate/react';
import { ArrowLeft, PenLine } from 'lucide-react';
import { useState } from 'react';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { useMachineActor } from '#src/app/use-machine-actor.ts';
import { useRestoredEvents } from '#src/app/use-online-events.ts';
import { usePageView } from '#src/app/use-page-view.ts';
import { ScreenTitle } from '#src/app/screen-title.tsx';
import { asOf } from '#src/list/list-screen.tsx';
import { shortIds } from '#src/list/use-list-address.ts';
import { deletingMessage } from '#src/offline/outbox-submission.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SectionCard } from '#src/ui/section-card.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { DetailsContents, DetailsParts } from './details-tables.tsx';
import { DetailsUses, DetailsWeeks } from './details-sections.tsx';
import { DownloadButton } from './download-button.tsx';
import { RecordName } from './record-cells.tsx';
import { RecordFailure } from './record-failure.tsx';
import { RecordLink, recordRoute } from './record-link.tsx';
import { useDetails } from './use-details.ts';
import { useFollowId } from './use-follow-id.ts';
import { useRecordsSource } from './use-records-source.ts';
import { ViewEntries } from './view-entries.tsx';
import { wireRecordView } from './wire-record-view.ts';

const page = css({ width: 'full', maxWidth: 'page', marginInline: 'auto' });
const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 1fr) minmax(0, 2fr)]' },
  gap: '5',
  alignItems: 'start',
});
const column = css({ display: 'flex', flexDirection: 'column', gap: '5', minWidth: '0' });
const notice = css({ marginBottom: '5' });
// About as high as what comes: its text decides.
const glanceSkeleton = css({ height: '[17rem]' });
const usesSkeleton = css({ height: '[10rem]' });
const weeksSkeleton = css({ height: '[19rem]' });

interface RecordDetailsScreenProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly details: RecordDetailsDefinition;
  /** Of the record, in the address. */
  readonly id: string;
}

/** A record at a glance: what it is and consists of, where it is used, and the lists that can be narrowed to it. */
export function RecordDetailsScreen({ websiteId, resource, details, id }: RecordDetailsScreenProps) {
  usePageView(details.title);
  const source = useRecordsSource(resource, websiteId);
  const disconnection = useDisconnection();
  const listPath = { websiteId, path: resource.path };
  const followId = useFollowId(listPath);
  const [isDeleting, setDeleting] = useState(false);
  const [machine] = useState(() =>
    wireRecordView(source, id, {
      onId: (next, before) => followId(`details/${before}`, `details/${next}`),
      onDeleting: setDeleting,
    }),
  );
  const actor = useMachineActor(machine, { input: { id } });
  useRestoredEvents(actor);
  const { values, failure } = useSelector(actor, ({ context }) => context);
  const known = useDetails(resource, websiteId, id);
  useFirstScreen(values !== null || failure !== null);
  const parts = resources.filter(({ within }) => within?.resource === resource.name);
  const state = failure ? 'error' : values === null ? 'loading' : 'ready';
  const back = (
    <RecordLink listPath={listPath} rest="" className={buttonClass({ variant: 'ghost', size: 'small' })}>
      <ArrowLeft aria-hidden="true" />
      {resource.form?.page?.back ?? 'Go back'}
    </RecordLink>
  );
  return (
    <div className={page} data-state={state}>
      <ScreenTitle>{details.title}</ScreenTitle>
      <PageHeader
        back={back}
        title={details.title}
        subject={values === null && failure ? undefined : <RecordName resource={resource} values={values} />}
        actions={
          failure ? null : (
            <>
              {isLocalId(id) ? null : <ListsAbout websiteId={websiteId} resource={resource} id={id} />}
              <RecordLink listPath={listPath} rest={`edit/${id}`} className={buttonClass({ variant: 'primary' })}>
                <PenLine aria-hidden="true" />
                {resource.labels.edit ?? 'Edit'}
              </RecordLink>
            </>
          )
        }
      />
      {isDeleting ? (
        <Notice tone="warning" live="status" className={notice}>
          {deletingMessage(resource.labels.one)}
        </Notice>
      ) : null}
      {disconnection && !failure && known.fetchedAt !== null ? (
        <Notice tone="info" live="status" className={notice}>
          {`${describeDisconnection(disconnection)} This is what this device has${asOf(known.fetchedAt)}.`}
        </Notice>
      ) : null}
      {failure ? (
        <RecordFailure resource={resource} failure={failure} onRetry={() => actor.send({ type: 'retry.requested' })} />
      ) : values === null ? (
        <div role="status" aria-label={`Loading ${resource.labels.one}`} className={columns}>
          <div className={column}>
            <Skeleton className={glanceSkeleton} />
            <Skeleton className={usesSkeleton} />
          </div>
          <div className={column}>
            <Skeleton className={weeksSkeleton} />
            <Skeleton className={glanceSkeleton} />
          </div>
        </div>
      ) : (
        <div className={columns}>
          <div className={column}>
            <SectionCard title="At a glance">
              <ViewEntries isNarrow entries={details.entries(values)} />
            </SectionCard>
            <DetailsUses websiteId={websiteId} texts={details.uses} known={known} />
          </div>
          <div className={column}>
            <DetailsWeeks definition={details.weeks} known={known} />
            <DetailsContents contents={details.contents} values={values} />
            {parts.map((part) => (
              <DetailsParts key={`${part.name} ${id}`} websiteId={websiteId} resource={part} parentId={id} />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Lists that can be narrowed to a record, such as the submissions of a form, and what of them can be downloaded. */
function ListsAbout({ websiteId, resource, id }: Omit<RecordDetailsScreenProps, 'details'>) {
  return resources.flatMap(({ name, path, labels, list }) => {
    const filter = list.filters?.find(({ choices }) => choices === resource.name);
    if (!filter) return [];
    const downloads = (list.downloads ?? []).filter(({ chosen }) => chosen?.filter === filter.key);
    return [
      ...downloads.map((download) => (
        <DownloadButton
          key={download.label}
          websiteId={websiteId}
          download={download}
          params={download.chosen ? { [download.chosen.param]: id } : {}}
        />
      )),
      <Link
        key={name}
        {...recordRoute({ websiteId, path }, '')}
        search={shortIds({ [filter.key]: id })}
        resetScroll
        className={buttonClass({ variant: 'secondary' })}
      >
        {labels.heading}
      </Link>,
    ];
  });
}
