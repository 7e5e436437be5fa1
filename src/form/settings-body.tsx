import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { type ReactNode, type RefCallback, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '#src/ui/button.tsx';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { settingsFailure } from './parts-on-demand.ts';
import { SettingsFieldData } from './settings-fields.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';

interface SettingsBodyProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  readonly save: ReactNode;
  /** Undo and redo, in the bar. */
  readonly history: ReactNode;
  readonly saveInSight: boolean;
}

/** A form below its heading, whatever state it is in. */
export function SettingsFormBody({ actor, websiteId, screen, view, save, history, saveInSight }: SettingsBodyProps) {
  if (view.status === 'loading') return <SettingsSkeleton screen={screen} />;
  if (view.failure !== null) {
    return (
      <Suspense>
        <LazyBoundary part={settingsFailure} props={{ failure: view.failure, onRetry: () => actor.send({ type: 'retry.requested' }) }} />
      </Suspense>
    );
  }
  return (
    <SettingsFieldData actor={actor} websiteId={websiteId} screen={screen}>
      <SettingsFields actor={actor} screen={screen} view={view} save={save} history={history} isSaveInView={saveInSight} />
    </SettingsFieldData>
  );
}

interface SaveButtonProps {
  readonly view: SettingsView;
  /** From `useInView`: exactly one Save is visible, here or in the bar. */
  readonly placed?: RefCallback<Element>;
  /** Outside its form: the form that it submits, by id. */
  readonly form?: string;
  readonly onSave?: () => void;
}

/** Never disabled for errors; says why where there is nothing to save. */
export function SaveButton({ view, placed, form, onSave }: SaveButtonProps) {
  return (
    <Button
      ref={placed}
      {...(form === undefined ? {} : { form, type: 'submit' })}
      variant="primary"
      keepsFocus
      busy={view.busy && view.changedCount === 0}
      aria-disabled={view.cannotSaveReason === null || view.busy ? undefined : true}
      title={view.cannotSaveReason ?? undefined}
      onClick={onSave}
    >
      Save
    </Button>
  );
}
