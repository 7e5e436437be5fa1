import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { shownMessages } from './lazy-parts.ts';

export interface FormMessagesProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly view: SettingsView;
  readonly onSave: () => void;
}

/** The messages of a form as a whole: its banners, and the errors of the last save. */
export function FormMessages(props: FormMessagesProps) {
  const answered = useRef(0);
  const { banners, errorSummary, codeWarnings, refusal } = props.view;
  const isEmpty = [banners, errorSummary, codeWarnings].every(({ length }) => length === 0) && refusal === null;
  return isEmpty ? null : <LazyBoundary part={shownMessages} props={{ ...props, answered }} />;
}
