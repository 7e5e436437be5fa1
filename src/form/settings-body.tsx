import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import type { ReactNode, RefCallback } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '#src/ui/button.tsx';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { useFormCode } from './form-code.ts';
import { settingsFailure } from './lazy-parts.ts';
import { SettingsFieldData, SettingsFields } from './settings-fields.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';

interface SettingsBodyProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  /** A further Save, below the part of the form that is named. */
  readonly saveBelow: (part: string) => ReactNode;
  /** Undo and redo, in the bar. */
  readonly history: ReactNode;
  readonly isSaveInView: boolean;
  readonly isHistoryInView: boolean;
  /** Where the form has the page to itself: a long one has a list of its sections. */
  readonly hasOutline?: boolean;
}

/** The part of a settings screen below its heading: a skeleton, a failure or the form. */
export function SettingsFormBody({ websiteId, ...props }: SettingsBodyProps) {
  const { actor, screen, view, hasOutline = false } = props;
  // Beside the values, not after them.
  const isCodeThere = useFormCode(screen);
  if (view.status === 'loading') return <SettingsSkeleton screen={screen} hasOutline={hasOutline} />;
  if (view.failure !== null) {
    return (
      <LazyBoundary part={settingsFailure} props={{ failure: view.failure, onRetry: () => actor.send({ type: 'retry.requested' }) }} />
    );
  }
  if (!isCodeThere) return <SettingsSkeleton screen={screen} hasOutline={hasOutline} />;
  return (
    <SettingsFieldData actor={actor} websiteId={websiteId} screen={screen}>
      <SettingsFields {...props} />
    </SettingsFieldData>
  );
}

interface SaveButtonProps {
  readonly view: SettingsView;
  /** What it saves, for its accessible name: "Header". */
  readonly what: string;
  /** "Save" by default. */
  readonly label?: string | undefined;
  /** From `useInView`, so that exactly one Save is visible, this one or the one in the bar. */
  readonly placed?: RefCallback<Element>;
  /** The id of the form that it submits, where it is outside of it. */
  readonly form?: string;
  readonly onSave?: () => void;
  /** Why this save needs a connection, while there is none. */
  readonly onlineOnly?: string | null;
}

/** Never disabled for errors. Where there is nothing to save, or no connection for it, its title says why. */
export function SaveButton({ view, what, label = 'Save', placed, form, onSave, onlineOnly = null }: SaveButtonProps) {
  const reason = onlineOnly ?? view.cannotSaveReason;
  return (
    <Button
      ref={placed}
      {...(form === undefined ? {} : { form, type: 'submit' })}
      variant="primary"
      keepsFocus
      busy={view.busy && view.changedCount === 0}
      aria-disabled={reason === null || view.busy ? undefined : true}
      title={reason ?? undefined}
      aria-label={label.toLowerCase().endsWith(` ${what}`) ? label : `${label} ${what}`}
      onClick={onSave}
    >
      {label}
    </Button>
  );
}
