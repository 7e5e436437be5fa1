import type { ResourceDefinition } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { css } from '#styled/css/index.js';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ArrowLeft, ChartColumn } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { NotFound } from '#src/app/problem/not-found.tsx';
import { ScreenTitle } from '#src/app/screen-title.tsx';
import { keepOpenAt } from '#src/app/unsaved-forms.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { FieldDataContext } from '#src/fields/field-data.ts';
import { HistoryAnnouncer } from '#src/form/history-buttons.tsx';
import { SettingsFormBody } from '#src/form/settings-body.tsx';
import { usePageForm } from '#src/form/use-page-form.tsx';
import { useSettingsActor } from '#src/form/use-settings-actor.ts';
import { deletingMessage } from '#src/offline/outbox-submission.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { RecordName } from './record-cells.tsx';
import { RecordFailure } from './record-failure.tsx';
import { RecordLink, recordRoute } from './record-link.tsx';
import { RecordParts } from './record-parts.tsx';
import { recordScreen } from './record-snapshot.ts';
import { useDetails } from './use-details.ts';
import type { IdChanged } from './use-follow-id.ts';
import { draftsOfCreated, wireRecordForm } from './wire-record-form.ts';

/** As wide as the window: what the page builds needs the room. */
const page = css({ width: 'full', maxWidth: '[120rem]', marginInline: 'auto' });
const links = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '2' });
/** Not empty: the arrow keys would pass by such a tab. */
const formTab = 'form';

const partly = css({ color: 'text.muted' });

export interface RecordPageProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly source: RecordsSource;
  /** The record's id when the page was opened; null for a new one. */
  readonly opened: string | null;
  /** The record's id in the address. */
  readonly id: string | null;
  /** The rest of the address, after the record's. */
  readonly rest: string;
  readonly onId: IdChanged;
}

/** One record's form as a page, with what are parts of the record under further tabs. It is the form of the settings screens. */
export function RecordPage({ websiteId, resource, source, opened, id, rest, onId }: RecordPageProps) {
  const services = useClientServices();
  const navigate = useNavigate();
  const [screen] = useState(() => recordScreen(resource, opened));
  const [isDeleting, setDeleting] = useState(false);
  const [{ machine, drafts }] = useState(() => {
    let created: string | null = null;
    const setId: IdChanged = (next, before) => {
      created = next;
      onId(next, before);
    };
    const settings = opened === null ? draftsOfCreated(services.settings, resource, () => created) : services.settings;
    const wiring = { services: { ...services, settings }, source, resource, id: opened, onId: setId, onDeleting: setDeleting };
    return { machine: wireRecordForm(wiring), drafts: settings };
  });
  const actor = useSettingsActor({ machine, websiteId, screen, remembered: null, isNew: opened === null, drafts });
  const { view, element, save, history, actions, isSaveInView, isHistoryInView } = usePageForm(actor, {
    onKeys(type) {
      // A dialog over the list of a part has the same keys.
      if (part && rest !== pathOfPart(part)) return;
      // What a save has to say stands in the form's own tab.
      if (part) open('');
      actor.send({ type });
    },
  });
  const own = id === null ? 'new' : `edit/${id}`;
  const listPath = useMemo(() => ({ websiteId, path: resource.path }), [websiteId, resource.path]);
  useEffect(() => {
    const base = `/website/${websiteId}/${resource.path}/${own}`;
    keepOpenAt(actor, (pathname) => `${decodeURIComponent(pathname)}/`.startsWith(`${base}/`));
  }, [actor, websiteId, resource.path, own]);

  const title = id === null ? resource.labels.create : (resource.labels.edit ?? resource.labels.heading);
  const parts = resources.filter(({ within }) => within?.resource === resource.name);
  const part = parts.find((each) => `${rest}/`.startsWith(`${pathOfPart(each)}/`));
  const { details } = useDetails(resource, websiteId, id);
  const values = useSelector(actor, ({ context }) => context.values);
  const loaded = useSelector(actor, ({ context }) => context.loaded);
  // A new one has no name before its first save has ended. Its line is there, so that nothing below moves then.
  const isUnnamed = opened === null && !loaded[resource.nameKey];
  const name = isUnnamed ? '\u00a0' : <RecordName resource={resource} values={view.status === 'loading' ? null : loaded} />;
  const fieldData = useMemo(() => ({ record: { values, details } }), [values, details]);
  if (rest !== '' && !part) return <NotFound />;
  const open = (tab: string) =>
    void navigate({
      ...recordRoute(listPath, tab === '' ? own : `${own}/${tab}`),
      replace: true,
      ignoreBlocker: true,
      state: { keepsFocus: true },
    });

  const form = (
    <>
      <HistoryAnnouncer announcement={view.history.announcement} />
      {isDeleting ? (
        <Notice tone="warning" live="status">
          {deletingMessage(resource.labels.one)}
        </Notice>
      ) : null}
      {view.failure ? (
        <RecordFailure resource={resource} failure={view.failure} onRetry={() => actor.send({ type: 'retry.requested' })} />
      ) : (
        <SettingsFormBody
          actor={actor}
          websiteId={websiteId}
          screen={screen}
          view={view}
          saveBelow={(below) => save(`${title}, below ${below}`)}
          history={history(true)}
          isSaveInView={isSaveInView}
          isHistoryInView={isHistoryInView}
        />
      )}
    </>
  );
  const header = (tabs: ReactNode) => (
    <PageHeader
      back={
        <div className={links}>
          <RecordLink listPath={listPath} rest="" className={buttonClass({ variant: 'ghost', size: 'small' })}>
            <ArrowLeft aria-hidden="true" />
            {resource.form?.page?.back}
          </RecordLink>
          {resource.details && id !== null ? (
            <Link {...recordRoute(listPath, `details/${id}`)} className={buttonClass({ variant: 'ghost', size: 'small' })}>
              <ChartColumn aria-hidden="true" />
              {resource.details.title}
            </Link>
          ) : null}
        </div>
      }
      title={title}
      subject={view.failure ? undefined : name}
      actions={view.failure || part ? null : actions(title)}
      tabs={tabs}
    />
  );
  return (
    <div ref={element} className={page} data-state={view.status}>
      <ScreenTitle>{title}</ScreenTitle>
      <FieldDataContext value={fieldData}>
        <Tabs
          label={title}
          header={header}
          value={part ? pathOfPart(part) : formTab}
          onChange={(tab) => open(tab === formTab ? '' : tab)}
          tabs={[
            { value: formTab, label: resource.form?.page?.tab ?? '', content: form },
            ...parts.map((each) => ({
              value: pathOfPart(each),
              label: each.labels.heading,
              content:
                id === null ? (
                  <p className={partly}>{`${upperFirst(resource.labels.one)} must be created before ${each.labels.many} can be added.`}</p>
                ) : part === each ? (
                  <RecordParts websiteId={websiteId} resource={each} parentId={id} rest={rest.slice(pathOfPart(each).length + 1)} />
                ) : null,
            })),
          ]}
        />
      </FieldDataContext>
    </div>
  );
}

/** `action`: the last part of the list's path. */
const pathOfPart = ({ path }: ResourceDefinition): string => path.split('/').at(-1) ?? '';
