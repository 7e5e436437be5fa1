import type { Disconnection } from '#contract/disconnection.ts';
import type { Field } from '#contract/fields/field.ts';
import { defaultValue } from '#contract/fields/index.ts';
import { fieldsOf, type SettingsScreen, drawnSections } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css, cx } from '#styled/css/index.js';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { FieldOutline } from '#src/fields/field-outline.tsx';
import { FieldRow } from '#src/form/field-row.tsx';
import { preloadTrouble, searchResultCard } from '#src/form/lazy-parts.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });
const section = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  '&:not(:first-child)': { borderTop: 'hairline', paddingTop: '5' },
});
const namedByHeading = css({ gap: '0!', '& [data-field] > div:first-child > [id$=-label]': { srOnly: true } });
const heading = css({ fontSize: 'md', fontWeight: 'semibold', lineHeight: 'tight' });

interface RecordFieldsProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  /** The id of the form, which the Save in the dialog's foot submits. */
  readonly formId: string;
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  /** The fields say what waits for a connection. */
  readonly disconnection: Disconnection | null;
  readonly onSave: () => void;
  /** What the fields need has loaded. Returns what ends its wait for the first of them. */
  readonly onShown: () => (() => void) | undefined;
}

/** The fields of a record. */
export function RecordFields({ actor, formId, screen, view, disconnection, onSave, onShown }: RecordFieldsProps) {
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
        <Section
          key={title ?? index}
          title={title}
          isOneField={isNamedBy(
            title,
            fields.map(({ field }) => field),
          )}
        >
          {fields.map((field) => (
            <FieldRow
              key={field.field.key}
              actor={actor}
              view={field}
              saving={view.status === 'submitting'}
              disconnection={disconnection}
            />
          ))}
        </Section>
      ))}
      {screen.seoPreview ? <LazyBoundary part={searchResultCard} props={{ screen, view }} /> : null}
    </form>
  );
}

/** As high as the fields of a new record, so that the buttons of the dialog are not moved from under the pointer when the record is there. */
export function RecordSkeleton({ screen, what }: { readonly screen: SettingsScreen; readonly what: string }) {
  const defaults = new Map(fieldsOf(screen).map((field) => [field.key, defaultValue(field)]));
  const sections = drawnSections(screen, { theme: null, value: (key) => defaults.get(key), setting: () => undefined });
  return (
    <div role="status" aria-label={`Loading ${what}`} className={stack}>
      {sections.map(({ title, fields }, index) => (
        <Section key={title ?? index} title={title} isOneField={isNamedBy(title, fields)}>
          {fields.map((field) => (
            <FieldOutline key={field.key} field={field} value={defaultValue(field)} />
          ))}
        </Section>
      ))}
    </div>
  );
}

const isNamedBy = (title: string | null | undefined, fields: readonly Field[]): boolean =>
  fields.length === 1 && fields[0]?.label === title;

interface SectionProps {
  readonly title: string | null | undefined;
  /** Its only field has the same name, which is not shown twice. */
  readonly isOneField: boolean;
  readonly children: ReactNode;
}

/** Its heading is one below the dialog's. */
function Section({ title, isOneField, children }: SectionProps) {
  if (!title) return children;
  return (
    <div className={cx(section, isOneField && namedByHeading)}>
      <h3 className={heading}>{title}</h3>
      {children}
    </div>
  );
}
