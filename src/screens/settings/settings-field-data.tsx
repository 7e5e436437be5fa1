import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { FieldDataContext } from '#src/fields/field-data.ts';
import { LoadGuard } from '#src/ui/load-guard.tsx';
import type { FieldDataProps } from './field-data-props.ts';
import { SettingsSkeleton } from './settings-skeleton.tsx';

const FilesData = lazy(() => import('./files-data.tsx').then((module) => ({ default: module.FilesData })));
const MenusData = lazy(() => import('./choices-data.tsx').then((module) => ({ default: module.MenusData })));
const FormsData = lazy(() => import('./choices-data.tsx').then((module) => ({ default: module.FormsData })));

interface SettingsFieldDataProps extends FieldDataProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly screen: SettingsScreen;
}

/**
 * What fields of a settings screen need from outside: files, menus, forms. Code and lists come with the first screen that
 * has a field for them.
 */
export function SettingsFieldData({ actor, websiteId, screen, children }: SettingsFieldDataProps) {
  const data = useMemo(() => ({ websiteId }), [websiteId]);
  const kinds = new Set(fieldsOf(screen).map((field) => field.kind));
  let content = children;
  // Without its code a kind of field is not available; the form is there all the same.
  const guarded = (data: ReactNode) => <LoadGuard fallback={content}>{data}</LoadGuard>;
  if (kinds.has('image') || kinds.has('file')) content = guarded(<FilesData actor={actor}>{content}</FilesData>);
  if (kinds.has('menu')) content = guarded(<MenusData websiteId={websiteId}>{content}</MenusData>);
  if (kinds.has('form')) content = guarded(<FormsData websiteId={websiteId}>{content}</FormsData>);
  return (
    <FieldDataContext value={data}>
      <Suspense fallback={<SettingsSkeleton screen={screen} />}>{content}</Suspense>
    </FieldDataContext>
  );
}
