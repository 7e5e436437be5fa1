import { ScreenTitle } from '#src/app/screen-title.tsx';
import type { FieldValue } from '#contract/fields/field.ts';
import { withTagProblems } from '#contract/forms/tag-problem.ts';
import type { ResourceDefinition, Values } from '#contract/resources/define.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { fullName } from '#contract/entities/user.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useFieldData } from '#src/fields/field-data.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useUser } from '#src/app/use-session.ts';
import { HistoryAnnouncer } from '#src/form/history-buttons.tsx';
import { FormMessages } from '#src/form/form-messages.tsx';
import { SaveButton } from '#src/form/settings-body.tsx';
import { useFormCode } from '#src/form/form-code.ts';
import { SettingsFieldData } from '#src/form/settings-fields.tsx';
import { useFormKeys } from '#src/form/use-form-keys.ts';
import { useSettingsActor } from '#src/form/use-settings-actor.ts';
import { pageHeading, rowLink } from '#src/list/row-focus.ts';
import { deletingMessage } from '#src/offline/outbox-submission.ts';
import type { RecordsSource } from '#src/offline/records-source.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useDialogMessages } from '#src/ui/dialog-messages.tsx';
import { focusField, whenFieldShows } from '#src/ui/focus-field.ts';
import { Notice } from '#src/ui/notice.tsx';
import { css } from '#styled/css/index.js';
import { useBeside } from './use-beside.tsx';
import { dialogSizes } from './dialog-sizes.ts';
import { RecordFailure } from './record-failure.tsx';
import { RecordFields, RecordSkeleton } from './record-fields.tsx';
import { onlineOnlyReason, recordScreen } from './record-snapshot.ts';
import type { IdChanged } from './use-follow-id.ts';
import { wireRecordForm } from './wire-record-form.ts';

export interface RecordFormProps {
  readonly websiteId: string;
  readonly resource: ResourceDefinition;
  readonly source: RecordsSource;
  /** The record's id when the form was opened; null for a new one. */
  readonly id: string | null;
  /** Instead of the id: what the record is about. */
  readonly about?: Values;
  /** For a new record: what it is a part of. */
  readonly parent?: Values;
  /** Below the title: names what the record is about. */
  readonly description?: string;
  /** Called with the id of the record whenever it becomes known or changes. The function of the first render is called. */
  readonly onId: IdChanged;
  /** The user closes the dialog. The shell asks about unsaved changes. */
  readonly onClose: () => void;
  /** The record is saved, on this device or on the server, under this id. */
  readonly onSaved: (id: string | null) => void;
}

const formId = 'record';
const bodyStyle = css({ outline: 'none' });

/** One record's form, in a dialog over the list. It is the form of the settings screens; Save closes it. */
export function RecordForm(props: RecordFormProps) {
  const { websiteId, resource, source, id, about = null, parent = {}, description, onId, onClose, onSaved } = props;
  const isNew = id === null && about === null;
  const { labels, formWidth = '40rem' } = resource;
  const services = useClientServices();
  const { record } = useFieldData();
  /** Of the record that this one is a part of: as it is typed now, and {} while it is read. */
  const whole = useRef(record?.values ?? {});
  useEffect(() => {
    whole.current = record?.values ?? {};
  }, [record]);
  const [screen] = useState(() => {
    const fields = resource.within ? withTagProblems(resource.fields, (key) => whole.current[key]) : resource.fields;
    return recordScreen({ ...resource, fields }, id, about);
  });
  // Read while the page is rendered: the first field may take the focus before the dialog reads which element had it.
  const [opener] = useState(() =>
    document.activeElement instanceof HTMLElement && document.activeElement !== document.body ? document.activeElement : null,
  );
  const latestId = useRef(id);
  const [isDeleting, setDeleting] = useState(false);
  const [machine] = useState(() => {
    const setId: IdChanged = (next, before) => {
      latestId.current = next;
      onId(next, before);
    };
    return wireRecordForm({ services, source, resource, id, about, parent, onId: setId, onDeleting: setDeleting });
  });
  const actor = useSettingsActor({ machine, websiteId, screen, remembered: null, isNew });
  const snapshot = useSelector(actor, (current) => current);
  const disconnection = useDisconnection();
  const onlineOnly = onlineOnlyReason(resource, isNew, disconnection);
  const user = useUser();
  const userName = user && fullName(user);
  const view = useMemo(() => settingsScreenView(snapshot, userName), [snapshot, userName]);

  // The shell's leave guard causes the same events, so remember whether this form asked to leave.
  const isClosing = useRef(false);
  const save = () => {
    // The keys of Save work where its button is disabled.
    if (view.cannotSaveReason !== null && !view.busy) return;
    const isLeaving = actor.getSnapshot().hasTag('leaving');
    isClosing.current ||= !isLeaving;
    // A Save during another save also saves what was typed since.
    actor.send({ type: isLeaving ? 'save.requested' : 'leave.requested' });
  };
  // "Stay" in the guard's question gives up leaving without an answer to it.
  useEffect(() => {
    const followed = actor.subscribe((current) => {
      if (!current.hasTag('leaving')) isClosing.current = false;
    });
    return () => followed.unsubscribe();
  }, [actor]);
  const isSaved = useRef(false);
  useEmitted(actor, 'leave.allowed', () => {
    if (!isClosing.current) return;
    isSaved.current = true;
    onSaved(latestId.current);
  });
  /** After a save, the record’s row; else the element that opened the dialog (null: as the dialog knows it), or the heading of a page that a link has opened. */
  const finalFocus = () => {
    const row = latestId.current === null ? null : rowLink(latestId.current);
    if (isSaved.current) return row ?? pageHeading();
    if (opener?.isConnected) return opener;
    return opener ? null : (row ?? pageHeading());
  };

  const element = useRef<HTMLDivElement>(null);
  useFormKeys(element, (type) => (type === 'save.requested' ? save() : actor.send({ type })));

  const { keepRoom, tray } = useDialogMessages();
  const isCodeThere = useFormCode(screen);
  const isReady = view.status !== 'loading' && view.failure === null;
  const [first] = fieldsOf(screen);
  const focusFirst = () => {
    if (!first) return undefined;
    return whenFieldShows(first.key, () => {
      // While the record was being read, the dialog has focused another element.
      const isTyping = document.activeElement?.closest('[data-field]') !== null;
      if (!isTyping) focusField(first.key);
    });
  };

  const values = useMemo(() => (isReady ? shownValues(view) : null), [isReady, view]);
  const { content, beside } = useBeside({ name: resource.form?.beside, websiteId, values });
  const fields =
    isReady && isCodeThere ? (
      <SettingsFieldData actor={actor} websiteId={websiteId} screen={screen}>
        <RecordFields
          actor={actor}
          formId={formId}
          screen={screen}
          view={view}
          disconnection={onlineOnly === null ? disconnection : null}
          onSave={save}
          onShown={focusFirst}
        />
      </SettingsFieldData>
    ) : (
      <RecordSkeleton screen={screen} what={labels.one} />
    );
  return (
    <Dialog
      open
      size={dialogSizes[formWidth]}
      hasCross={view.failure === null}
      title={screen.title}
      description={description}
      // While the fields load: a key that is meant for them must not press Cancel.
      initialFocus={element}
      finalFocus={finalFocus}
      onClose={onClose}
      beside={view.failure === null ? beside : null}
      messages={
        view.failure === null
          ? tray(
              <>
                {isDeleting ? (
                  <Notice tone="warning" live="status">
                    {deletingMessage(labels.one)}
                  </Notice>
                ) : null}
                {onlineOnly === null ? null : (
                  <Notice tone="warning" live="status">
                    {onlineOnly}
                  </Notice>
                )}
                <FormMessages actor={actor} view={view} onSave={save} />
              </>,
            )
          : null
      }
      footer={
        view.failure === null ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <SaveButton
              view={view}
              what={labels.one}
              label={resource.form?.submit}
              form={formId}
              onlineOnly={onlineOnly}
              onSave={() => {
                // While the code of the fields loads, there is no form that the button could submit.
                if (isReady && document.getElementById(formId) === null) save();
              }}
            />
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <ScreenTitle>{screen.title}</ScreenTitle>
      <HistoryAnnouncer announcement={view.history.announcement} />
      <div ref={element} tabIndex={-1} className={bodyStyle} data-state={view.status}>
        {view.failure ? (
          <RecordFailure resource={resource} failure={view.failure} onRetry={() => actor.send({ type: 'retry.requested' })} />
        ) : (
          keepRoom(content(fields))
        )}
      </div>
    </Dialog>
  );
}

/** By key; what the form hides has no value. */
function shownValues({ sections }: ReturnType<typeof settingsScreenView>): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(sections.flatMap(({ fields }) => fields.map(({ field, value }) => [field.key, value])));
}
