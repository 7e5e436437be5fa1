import { ScreenTitle } from '#src/app/screen-title.tsx';
import { fullName } from '#contract/entities/user.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useMemo, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useScreenOffer } from '#src/app/screen-actions.ts';
import { useUser } from '#src/app/use-session.ts';
import { useCurrentWebsite } from '#src/app/use-website.ts';
import { PageHeader } from '#src/ui/page-header.tsx';
import { useInView } from '#src/ui/use-in-view.ts';
import { HistoryAnnouncer, HistoryButtons } from '#src/form/history-buttons.tsx';
import { SaveButton, SettingsFormBody } from '#src/form/settings-body.tsx';
import { useFormKeys } from '#src/form/use-form-keys.ts';

const page = css({ width: 'full', maxWidth: 'form', marginInline: 'auto' });

interface SettingsFormProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly websiteId: string;
  readonly screen: SettingsScreen;
}

export function SettingsForm({ actor, websiteId, screen }: SettingsFormProps) {
  const snapshot = useSelector(actor, (current) => current);
  const user = useUser();
  const userName = user && fullName(user);
  const websiteName = useCurrentWebsite()?.name ?? null;
  const view = useMemo(() => settingsScreenView(snapshot, userName, websiteName), [snapshot, userName, websiteName]);
  const element = useRef<HTMLDivElement>(null);
  useFormKeys(element, (type) => actor.send({ type }));

  useScreenOffer(() => ({
    kind: 'form',
    cannotSave: view.cannotSaveReason,
    undo: view.history.undo,
    redo: view.history.redo,
    act: (type) => actor.send({ type }),
  }));

  const saveButton = useInView();
  const heading = useInView();
  const save = (what: string) => (
    <SaveButton view={view} what={what} placed={saveButton.ref} onSave={() => actor.send({ type: 'save.requested' })} />
  );
  const history = (small: boolean) => (
    <HistoryButtons
      undo={view.history.undo}
      redo={view.history.redo}
      small={small}
      onUndo={() => actor.send({ type: 'undo.requested' })}
      onRedo={() => actor.send({ type: 'redo.requested' })}
    />
  );

  return (
    <div ref={element} className={page} data-state={view.status}>
      <ScreenTitle>{screen.title}</ScreenTitle>
      <PageHeader
        title={screen.title}
        description={screen.intro}
        actions={
          <>
            <span ref={heading.ref}>{history(false)}</span>
            {save(screen.title)}
          </>
        }
      />
      <HistoryAnnouncer announcement={view.history.announcement} />
      {/* The heading above is rendered while the form loads, since it takes the focus after a navigation. */}
      <SettingsFormBody
        actor={actor}
        websiteId={websiteId}
        screen={screen}
        view={view}
        saveBelow={(part) => save(`${screen.title}, below ${part}`)}
        history={history(true)}
        isSaveInView={saveButton.isInView}
        hasOutline
        isHistoryInView={heading.isInView}
      />
    </div>
  );
}
