import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useDevice } from '#src/app/use-device.ts';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { FieldRow } from '#src/form/field-row.tsx';
import { preloadTrouble } from '#src/form/lazy-parts.ts';
import { FormMessages } from '#src/form/form-messages.tsx';
import { useGreatestHeight } from '#src/ui/greatest-height.ts';

// Without messages it is no item of the column, whose gap it would double.
const messages = css({ display: 'flex', flexDirection: 'column', gap: '3', '&:empty:not([style])': { display: 'none' } });
const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });

interface RecordFieldsProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  /** The id of the form, which the Save in the dialog's foot submits. */
  readonly formId: string;
  readonly view: SettingsView;
  readonly onSave: () => void;
}

/** The fields of a record, and the messages of its form. */
export function RecordFields({ actor, formId, view, onSave }: RecordFieldsProps) {
  const { connection } = useDevice();
  const offline = useSelector(connection, (snapshot) => snapshot.hasTag('offline'));
  const kept = useGreatestHeight((height, element) => {
    element.style.minHeight = `${height}px`;
  });
  useEffect(() => prefetchWhenIdle(preloadTrouble), []);
  return (
    <form
      id={formId}
      noValidate
      className={stack}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div ref={kept} className={messages}>
        <FormMessages actor={actor} view={view} onSave={onSave} />
      </div>
      {view.sections.flatMap(({ fields }) =>
        fields.map((field) => (
          <FieldRow key={field.field.key} actor={actor} view={field} saving={view.status === 'submitting'} offline={offline} />
        )),
      )}
    </form>
  );
}
