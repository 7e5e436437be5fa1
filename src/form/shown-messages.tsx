import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { type RefObject, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { type FocusedAttempt, useAttemptFocus } from '#src/ui/attempt-focus.ts';
import { Button } from '#src/ui/button.tsx';
import { Notice } from '#src/ui/notice.tsx';
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
      {view.question === null ? null : (
        <SaveQuestion question={view.question} attempt={view.failedSaves} answered={answered} onSave={onSave} />
      )}
      {view.codeWarnings.length > 0 ? (
        <CodeWarnings warnings={view.codeWarnings} attempt={hasErrors ? 0 : view.failedSaves} answered={answered} onSaveAnyway={onSave} />
      ) : null}
    </>
  );
}

interface SaveQuestionProps {
  readonly question: string;
  readonly attempt: number;
  readonly answered: FocusedAttempt;
  readonly onSave: () => void;
}

/** After a Save whose result would surprise: why, and the way to save it all the same. */
function SaveQuestion({ question, attempt, answered, onSave }: SaveQuestionProps) {
  const element = useRef<HTMLElement>(null);
  useAttemptFocus(attempt, answered, () => element.current?.focus());
  return (
    <section ref={element} tabIndex={-1} data-error-summary="" aria-label="Question before saving">
      <Notice
        tone="warning"
        title={question}
        actions={
          <Button size="small" onClick={onSave}>
            Save it all the same
          </Button>
        }
      >
        Nothing is saved yet.
      </Notice>
    </section>
  );
}
