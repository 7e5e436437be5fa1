import { choiceListOf } from '#contract/fields/index.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FieldDataContext } from '#src/fields/field-data.ts';
import { LoadGuard } from '#src/ui/load-guard.tsx';
import type { FieldDataProps } from './field-data-props.ts';
import { SettingsSkeleton } from './settings-skeleton.tsx';

const FilesData = lazy(() => import('./files-data.tsx').then((module) => ({ default: module.FilesData })));
const ChoicesData = lazy(() => import('./choices-data.tsx').then((module) => ({ default: module.ChoicesData })));

interface SettingsFieldDataProps extends FieldDataProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly screen: SettingsScreen;
}

/**
 * What fields of a settings screen need from outside: files, and lists to choose from. Code and lists come with the first
 * screen that has a field for them.
 */
export function SettingsFieldData({ actor, websiteId, screen, children }: SettingsFieldDataProps) {
  const data = useMemo(() => ({ websiteId }), [websiteId]);
  const fields = fieldsOf(screen);
  const lists = new Set(fields.map(choiceListOf).filter((list) => list !== null));
  let content = children;
  // Without its code a kind of field is not available; the form is there all the same.
  const guarded = (data: ReactNode) => <LoadGuard fallback={content}>{data}</LoadGuard>;
  if (fields.some(({ kind }) => kind === 'image' || kind === 'images' || kind === 'file'))
    content = guarded(<FilesData actor={actor}>{content}</FilesData>);
  for (const list of lists) {
    content = guarded(
      <ChoicesData key={`${websiteId} ${list}`} websiteId={websiteId} list={list}>
        {content}
      </ChoicesData>,
    );
  }
  return (
    <FieldDataContext value={data}>
      <Suspense fallback={<SettingsSkeleton screen={screen} />}>{content}</Suspense>
    </FieldDataContext>
  );
}
