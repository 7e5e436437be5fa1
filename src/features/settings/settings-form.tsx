import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { css } from '#styled/css/index.js';
import type { ActorRefFrom } from 'xstate';
import { ScreenTitle } from '#src/app/screen-title.tsx';
import { useCurrentWebsite } from '#src/app/use-website.ts';
import { HistoryAnnouncer } from '#src/form/history-buttons.tsx';
import { SettingsFormBody } from '#src/form/settings-body.tsx';
import { usePageForm } from '#src/form/use-page-form.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';

const page = css({ width: 'full', maxWidth: 'form', marginInline: 'auto' });

interface SettingsFormProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly websiteId: string;
  readonly screen: SettingsScreen;
}

export function SettingsForm({ actor, websiteId, screen }: SettingsFormProps) {
  const websiteName = useCurrentWebsite()?.name ?? null;
  const { view, element, save, history, actions, isSaveInView, isHistoryInView } = usePageForm(actor, { websiteName });
  return (
    <div ref={element} className={page} data-state={view.status}>
      <ScreenTitle>{screen.title}</ScreenTitle>
      <PageHeader title={screen.title} description={screen.intro} actions={actions(screen.title)} />
      <HistoryAnnouncer announcement={view.history.announcement} />
      {/* The heading above is rendered while the form loads, since it takes the focus after a navigation. */}
      <SettingsFormBody
        actor={actor}
        websiteId={websiteId}
        screen={screen}
        view={view}
        saveBelow={(part) => save(`${screen.title}, below ${part}`)}
        history={history(true)}
        isSaveInView={isSaveInView}
        hasOutline
        isHistoryInView={isHistoryInView}
      />
    </div>
  );
}
