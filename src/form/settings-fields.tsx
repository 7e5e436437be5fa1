import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { Fragment, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useDevice } from '#src/app/use-device.ts';
import { whenIdle } from '#src/app/when-idle.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { BrandColorsContext } from '#src/fields/brand-colors.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { SaveBar } from '#src/ui/save-bar.tsx';
import { FormMessages } from './form-messages.tsx';
import { preloadTrouble, searchResultCard } from './parts-on-demand.ts';
import { SettingsSection } from './settings-section.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '5' });
const end = css({ display: 'flex', justifyContent: 'flex-end' });

interface SettingsFieldsProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  readonly save: ReactNode;
  readonly history: ReactNode;
  /** A Save of the heading, or of a section. */
  readonly isSaveInView: boolean;
}

/** The form itself: what it has to say, its sections in order, and the bar that is there while something is changed. */
export function SettingsFields({ actor, screen, view, save, history, isSaveInView }: SettingsFieldsProps) {
  const { connection } = useDevice();
  const offline = useSelector(connection, (snapshot) => snapshot.hasTag('offline'));
  const { primary_color, secondary_color } = view.brandColors;
  const brand = useMemo(() => ({ primary_color, secondary_color }), [primary_color, secondary_color]);
  const places = screen.saveButtons ?? 'top';
  // The line that says so stands below the heading, and has a Discard.
  const isRestored = view.banners.some(({ kind }) => kind === 'restoredDraft');
  useFirstScreen(true);
  useEffect(() => whenIdle(preloadTrouble), []);
  return (
    <BrandColorsContext value={brand}>
      <form
        noValidate
        className={stack}
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'save.requested' });
        }}
      >
        <FormMessages actor={actor} view={view} />
        {view.sections.map((section, index) => (
          <Fragment key={section.title ?? index}>
            <SettingsSection
              section={section}
              actor={actor}
              saving={view.status === 'submitting'}
              offline={offline}
              save={places === 'eachSection' ? save : null}
            />
            {section.fields.some(({ field }) => field.key === screen.seoPreview?.titleKey) ? searchResultOf(screen, view) : null}
          </Fragment>
        ))}
        {places === 'topAndBottom' ? <div className={end}>{save}</div> : null}
        <SaveBar
          changes={view.changedCount}
          busy={view.busy}
          isSaveInView={isSaveInView}
          onDiscard={isSaveInView && isRestored ? null : () => actor.send({ type: 'changes.discarded' })}
          onSave={() => actor.send({ type: 'save.requested' })}
        >
          {history}
        </SaveBar>
      </form>
    </BrandColorsContext>
  );
}

/** Follows the section with the title: what is typed there shows right below. */
function searchResultOf({ seoPreview }: SettingsScreen, view: SettingsView): ReactNode {
  if (!seoPreview) return null;
  const values = new Map(view.sections.flatMap(({ fields }) => fields.map(({ field, value }) => [field.key, value])));
  const text = (key: string | undefined): string => {
    const value = key === undefined ? null : values.get(key);
    return typeof value === 'string' ? value : '';
  };
  return (
    <Suspense>
      <LazyBoundary
        part={searchResultCard}
        props={{ title: text(seoPreview.titleKey), description: text(seoPreview.descriptionKey), url: text(seoPreview.urlKey) }}
      />
    </Suspense>
  );
}
