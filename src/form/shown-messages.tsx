import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import type { RefObject } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { uncoverFocused } from '#src/ui/uncover-focused.ts';
import { CodeWarnings } from './code-warnings.tsx';
import { SettingsBanners } from './settings-banners.tsx';

export interface ShownMessagesProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly view: SettingsView;
  readonly onSave: () => void;
  /** The failed save that has had its focus. */
  readonly answered: RefObject<number>;
}

/** What a form has to say as a whole, where it has something to say. */
export function ShownMessages({ actor, view, onSave, answered }: ShownMessagesProps) {
  const hasErrors = view.errorSummary.length > 0 || view.refusal !== null;
  return (
    <>
      <span ref={uncoverFocused} hidden />
      {view.banners.length > 0 ? <SettingsBanners banners={view.banners} actor={actor} /> : null}
      {hasErrors ? (
        <ErrorSummary
          attempt={view.failedSaves}
          answered={answered}
          message={view.refusal}
          errors={view.errorSummary.map(({ key, label, message }) => ({
            id: key,
            message: message.includes(label) ? message : `${label}: ${message}`,
          }))}
        />
      ) : null}
      {view.codeWarnings.length > 0 ? (
        <CodeWarnings warnings={view.codeWarnings} attempt={hasErrors ? 0 : view.failedSaves} answered={answered} onSaveAnyway={onSave} />
      ) : null}
    </>
  );
}
