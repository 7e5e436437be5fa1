import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { settingsScreenView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '#src/ui/button.tsx';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { PageHeader } from '#src/ui/page-header.tsx';
import { SaveBar } from '#src/ui/save-bar.tsx';
import { SectionCard } from '#src/ui/section-card.tsx';
import { FieldRow } from './field-row.tsx';
import { SettingsBanners } from './settings-banners.tsx';
import { SettingsFailure } from './settings-failure.tsx';
import { SettingsSkeleton } from './settings-skeleton.tsx';

const page = css({ width: 'full', maxWidth: 'form', marginInline: 'auto' });
const stack = css({ display: 'flex', flexDirection: 'column', gap: '5' });

interface SettingsFormProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly screen: SettingsScreen;
}

export function SettingsForm({ actor, screen }: SettingsFormProps) {
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => settingsScreenView(snapshot), [snapshot]);
  const save = () => actor.send({ type: 'save.requested' });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      // The browser would offer to save the page.
      event.preventDefault();
      actor.send({ type: 'save.requested' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [actor]);

  return (
    <div className={page} data-state={view.status}>
      <title>{`${screen.title} · Frontage`}</title>
      <PageHeader
        title={screen.title}
        description={screen.intro}
        actions={
          <Button
            variant="primary"
            keepsFocus
            busy={view.busy}
            aria-disabled={view.canSave || view.busy ? undefined : true}
            title={view.cannotSaveReason ?? undefined}
            onClick={save}
          >
            Save
          </Button>
        }
      />
      {view.status === 'loading' ? (
        <SettingsSkeleton screen={screen} />
      ) : view.failure !== null ? (
        <SettingsFailure failure={view.failure} onRetry={() => actor.send({ type: 'retry.requested' })} />
      ) : (
        <form
          noValidate
          className={stack}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <SettingsBanners banners={view.banners} onDiscardDraft={() => actor.send({ type: 'draft.discarded' })} />
          <ErrorSummary
            attempt={view.failedSaves}
            errors={view.errorSummary.map(({ key, label, message }) => ({
              id: key,
              message: message.includes(label) ? message : `${label}: ${message}`,
            }))}
          />
          {view.sections.map((section, index) => (
            <SectionCard key={section.title ?? index} title={section.title ?? undefined} description={section.description ?? undefined}>
              {section.fields.map((field) => (
                <FieldRow key={field.field.key} actor={actor} view={field} saving={view.status === 'submitting'} />
              ))}
            </SectionCard>
          ))}
          <SaveBar changes={view.changedCount} busy={view.busy} onDiscard={() => actor.send({ type: 'changes.discarded' })} onSave={save} />
        </form>
      )}
    </div>
  );
}
