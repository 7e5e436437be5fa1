import { type SettingsScreen, fieldsOf } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { css } from '#styled/css/index.js';
import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { prefetchWhenIdle } from '#src/app/when-idle.ts';
import { useFirstScreen } from '#src/app/use-first-screen.ts';
import { BrandColorsContext } from '#src/fields/brand-colors.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { FootTray } from '#src/ui/foot-tray.tsx';
import { SaveBar } from '#src/ui/save-bar.tsx';
import { choicesData, filesData } from './form-code.ts';
import { FormMessages } from './form-messages.tsx';
import { fieldReveal, formOutline, preloadTrouble, searchResultCard } from './lazy-parts.ts';
import { SettingsSection } from './settings-section.tsx';
import { choiceListsOf } from '#contract/fields/index.ts';
import { FieldDataContext, hasFiles, useFieldData } from '#src/fields/field-data.ts';
import { focusHeading } from '#src/ui/focus-field.ts';
import type { FieldDataProps } from './field-data-props.ts';
import { sectionId, useOutline } from './use-outline.ts';
import { useWantedField } from './use-wanted-field.ts';
import { OutlineSkeleton } from './settings-skeleton.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '5' });
const end = css({ display: 'flex', justifyContent: 'flex-end' });

interface SettingsFieldsProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  readonly saveBelow: (part: string) => ReactNode;
  readonly history: ReactNode;
  /** Whether a Save button of the heading or of a section is in view. */
  readonly isSaveInView: boolean;
  /** Whether the heading's Undo and Redo are. */
  readonly isHistoryInView: boolean;
  readonly hasOutline?: boolean;
}

/** The form: its sections in order, and at its foot its messages and the bar that is visible while a field is changed. */
export function SettingsFields({
  actor,
  screen,
  view,
  saveBelow,
  history,
  isSaveInView,
  isHistoryInView,
  hasOutline = false,
}: SettingsFieldsProps) {
  const disconnection = useDisconnection();
  const { primary_color, secondary_color } = view.brandColors;
  const brand = useMemo(() => ({ primary_color, secondary_color }), [primary_color, secondary_color]);
  const places = screen.saveButtons ?? 'top';
  // The banner of a restored draft has a Discard button of its own.
  const isRestored = view.banners[0]?.kind === 'restoredDraft';
  const discard = () => {
    actor.send({ type: 'changes.discarded' });
    // The bar goes with the changes, and the pressed button with the bar.
    focusHeading();
  };
  const wanted = useWantedField();
  const { sections, outline } = useOutline({ screen, view, wanted, hasOutline });
  useFirstScreen(true);
  useEffect(() => prefetchWhenIdle(preloadTrouble), []);
  return (
    <BrandColorsContext value={brand}>
      <form
        noValidate
        data-outlined={outline === null ? undefined : ''}
        className={stack}
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'save.requested' });
        }}
      >
        {wanted ? <LazyBoundary part={fieldReveal} props={{ wanted, screen, sections: view.sections }} /> : null}
        {outline ? <LazyBoundary part={formOutline} props={outline} pending={<OutlineSkeleton />} /> : null}
        {sections.map((section, index) => (
          <Fragment key={section.title ?? index}>
            <SettingsSection
              id={sectionId(section, index)}
              section={section}
              actor={actor}
              saving={view.status === 'submitting'}
              disconnection={disconnection}
              save={places === 'eachSection' ? saveBelow(section.title ?? `section ${index + 1}`) : null}
            />
            {section.fields.some(({ field }) => field.key === screen.seoPreview?.titleKey) ? (
              <LazyBoundary part={searchResultCard} props={{ screen, view }} />
            ) : null}
          </Fragment>
        ))}
        {places === 'topAndBottom' ? <div className={end}>{saveBelow('the form')}</div> : null}
        <FootTray messages={<FormMessages actor={actor} view={view} onSave={() => actor.send({ type: 'save.requested' })} />}>
          <SaveBar
            changes={view.changedCount}
            busy={view.busy}
            what={screen.title}
            isSaveInView={isSaveInView}
            isHistoryInView={isHistoryInView}
            onDiscard={isSaveInView && isRestored ? null : discard}
            onSave={() => actor.send({ type: 'save.requested' })}
          >
            {history}
          </SaveBar>
        </FootTray>
      </form>
    </BrandColorsContext>
  );
}

interface SettingsFieldDataProps extends FieldDataProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly screen: SettingsScreen;
}

/** Provides files, and lists to choose from, to the fields of a settings screen that need them. */
export function SettingsFieldData({ actor, websiteId, screen, children }: SettingsFieldDataProps) {
  const outer = useFieldData();
  const data = useMemo(() => ({ ...outer, websiteId }), [outer, websiteId]);
  const fields = fieldsOf(screen);
  const lists = new Set(fields.flatMap(choiceListsOf));
  let content = children;
  // Where the code does not load, only these fields are unavailable: the form is shown without it.
  if (fields.some(hasFiles)) content = <LazyBoundary part={filesData} props={{ actor, children: content }} pending={content} />;
  for (const list of lists) {
    content = (
      <LazyBoundary key={`${websiteId} ${list}`} part={choicesData} props={{ websiteId, list, children: content }} pending={content} />
    );
  }
  return <FieldDataContext value={data}>{content}</FieldDataContext>;
}
