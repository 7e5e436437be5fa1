import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { codeWarnings, errorSummary, settingsBanners } from './lazy-parts.ts';

interface FormMessagesProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly view: SettingsView;
  readonly onSave: () => void;
}

/** The messages of a form as a whole: its banners, and the errors of the last save. */
export function FormMessages({ actor, view, onSave }: FormMessagesProps) {
  const answered = useRef(0);
  const hasErrors = view.errorSummary.length > 0 || view.refusal !== null;
  return (
    <>
      {view.banners.length > 0 ? <LazyBoundary part={settingsBanners} props={{ banners: view.banners, actor }} /> : null}
      {hasErrors ? (
        <LazyBoundary
          part={errorSummary}
          props={{
            attempt: view.failedSaves,
            answered,
            message: view.refusal,
            errors: view.errorSummary.map(({ key, label, message }) => ({
              id: key,
              message: message.includes(label) ? message : `${label}: ${message}`,
            })),
          }}
        />
      ) : null}
      {view.codeWarnings.length > 0 ? (
        <LazyBoundary
          part={codeWarnings}
          props={{ warnings: view.codeWarnings, attempt: hasErrors ? 0 : view.failedSaves, answered, onSaveAnyway: onSave }}
        />
      ) : null}
    </>
  );
}
