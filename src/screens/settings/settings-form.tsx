import { Wanted } from '#src/ui/on-demand.tsx';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { Suspense, useMemo, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '#src/ui/button.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { HistoryAnnouncer } from './history-announcer.tsx';
import { HistoryButtons } from './history-buttons.tsx';
import { settingsFailure } from './parts-on-demand.ts';
import { SettingsFieldData } from './settings-field-data.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';
import { useFormKeys } from './use-form-keys.ts';

const page = css({ width: 'full', maxWidth: 'form', marginInline: 'auto' });

interface SettingsFormProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly websiteId: string;
  readonly screen: SettingsScreen;
}

export function SettingsForm({ actor, websiteId, screen }: SettingsFormProps) {
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => settingsScreenView(snapshot), [snapshot]);
  const element = useRef<HTMLDivElement>(null);
  useFormKeys(actor, element);

  const save = (
    <Button
      variant="primary"
      keepsFocus
      busy={view.busy}
      aria-disabled={view.cannotSaveReason === null || view.busy ? undefined : true}
      title={view.cannotSaveReason ?? undefined}
      onClick={() => actor.send({ type: 'save.requested' })}
    >
      Save
    </Button>
  );
  const history = (small: boolean) => (
    <HistoryButtons
      history={view.history}
      small={small}
      onUndo={() => actor.send({ type: 'undo.requested' })}
      onRedo={() => actor.send({ type: 'redo.requested' })}
    />
  );

  return (
    <div ref={element} className={page} data-state={view.status}>
      <title>{`${screen.title} · Frontage`}</title>
      <PageHeader
        title={screen.title}
        description={screen.intro}
        actions={
          <>
            {history(false)}
            {save}
          </>
        }
      />
      <HistoryAnnouncer told={view.history.told} />
      {view.status === 'loading' ? (
        <SettingsSkeleton screen={screen} />
      ) : view.failure !== null ? (
        <Suspense>
          <Wanted part={settingsFailure} props={{ failure: view.failure, onRetry: () => actor.send({ type: 'retry.requested' }) }} />
        </Suspense>
      ) : (
        // Inside the page, so that its heading, which takes the focus, stands from the first frame on.
        <SettingsFieldData actor={actor} websiteId={websiteId} screen={screen}>
          <SettingsFields actor={actor} screen={screen} view={view} save={save} history={history(true)} />
        </SettingsFieldData>
      )}
    </div>
  );
}
