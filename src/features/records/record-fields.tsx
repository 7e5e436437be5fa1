import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useEffect, useEffectEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { FieldRow } from '#src/form/field-row.tsx';
import { preloadTrouble } from '#src/form/lazy-parts.ts';
import { focusField } from '#src/ui/focus-field.ts';
import { SearchResultPlace } from '#src/form/search-result-place.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });

interface RecordFieldsProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  /** The id of the form, which the Save in the dialog's foot submits. */
  readonly formId: string;
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  /** The fields say what waits for a connection. */
  readonly offline: boolean;
  readonly onSave: () => void;
}

/** The fields of a record. */
export function RecordFields({ actor, formId, screen, view, offline, onSave }: RecordFieldsProps) {
  useEffect(() => prefetchWhenIdle(preloadTrouble), []);
  // Not when the record is read: the fields may still wait for code.
  const focusFirst = useEffectEvent(() => {
    const [first] = fieldsOf(screen);
    // While the record was being read, the dialog has focused another element.
    const isTyping = document.activeElement?.closest('[data-field]') !== null;
    if (first && !isTyping) focusField(first.key);
  });
  useEffect(() => focusFirst(), []);
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
      {view.sections.flatMap(({ fields }) =>
        fields.map((field) => (
          <FieldRow key={field.field.key} actor={actor} view={field} saving={view.status === 'submitting'} offline={offline} />
        )),
      )}
      <SearchResultPlace screen={screen} view={view} />
    </form>
  );
}
