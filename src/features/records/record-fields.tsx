import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useClientServices } from '#src/app/use-client-services.ts';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { FieldRow } from '#src/form/field-row.tsx';
import { preloadTrouble } from '#src/form/lazy-parts.ts';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });
const section = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  '&:not(:first-child)': { borderTop: 'hairline', paddingTop: '5' },
});
const heading = css({ fontSize: 'md', fontWeight: 'semibold', lineHeight: 'tight' });

interface RecordFieldsProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  /** The id of the form, which the Save in the dialog's foot submits. */
  readonly formId: string;
  readonly view: SettingsView;
  readonly onSave: () => void;
}

/** The fields of a record. */
export function RecordFields({ actor, formId, view, onSave }: RecordFieldsProps) {
  const { connection } = useClientServices();
  const offline = useSelector(connection, (snapshot) => snapshot.hasTag('offline'));
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
      {view.sections.map(({ title, fields }, index) => (
        <Section key={title ?? index} title={title}>
          {fields.map((field) => (
            <FieldRow key={field.field.key} actor={actor} view={field} saving={view.status === 'submitting'} offline={offline} />
          ))}
        </Section>
      ))}
    </form>
  );
}

/** Its heading is one below the dialog's. */
function Section({ title, children }: { readonly title: string | null; readonly children: ReactNode }) {
  const id = useId();
  if (title === null) return children;
  return (
    <section aria-labelledby={id} className={section}>
      <h3 id={id} className={heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}
