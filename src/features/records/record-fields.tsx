import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css, cx } from '#styled/css/index.js';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { FieldRow } from '#src/form/field-row.tsx';
import { preloadTrouble } from '#src/form/lazy-parts.ts';
import { SearchResultPlace } from '#src/form/search-result-place.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });
const section = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  '&:not(:first-child)': { borderTop: 'hairline', paddingTop: '5' },
});
const namedByHeading = css({ gap: '0', '& [data-field] > div:first-child > [id$=-label]': { srOnly: true } });
const heading = css({ fontSize: 'md', fontWeight: 'semibold', lineHeight: 'tight' });

interface RecordFieldsProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  /** The id of the form, which the Save in the dialog's foot submits. */
  readonly formId: string;
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  /** The fields say what waits for a connection. */
  readonly offline: boolean;
  readonly onSave: () => void;
  /** What the fields need has loaded. Returns what ends its wait for the first of them. */
  readonly onShown: () => (() => void) | undefined;
}

/** The fields of a record. */
export function RecordFields({ actor, formId, screen, view, offline, onSave, onShown }: RecordFieldsProps) {
  useEffect(() => prefetchWhenIdle(preloadTrouble), []);
  const showed = useEffectEvent(onShown);
  useEffect(() => showed(), []);
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
        <Section key={title ?? index} title={title} isOneField={fields.length === 1 && fields[0]?.field.label === title}>
          {fields.map((field) => (
            <FieldRow key={field.field.key} actor={actor} view={field} saving={view.status === 'submitting'} offline={offline} />
          ))}
        </Section>
      ))}
      <SearchResultPlace screen={screen} view={view} />
    </form>
  );
}

interface SectionProps {
  readonly title: string | null;
  /** Its only field has the same name, which is not shown twice. */
  readonly isOneField: boolean;
  readonly children: ReactNode;
}

/** Its heading is one below the dialog's. */
function Section({ title, isOneField, children }: SectionProps) {
  if (title === null) return children;
  return (
    <div className={cx(section, isOneField && namedByHeading)}>
      <h3 className={heading}>{title}</h3>
      {children}
    </div>
  );
}
