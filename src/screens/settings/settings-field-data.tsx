import type { SettingsScreen } from '#contract/settings/screen.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { type ReactNode, useMemo } from 'react';
import { type FieldData, FieldDataContext, useFieldData } from '#src/fields/field-data.ts';
import { useChoiceList, useFoundChoices } from './use-choices.ts';
import { useFileField } from './use-file-field.ts';

interface SettingsFieldDataProps {
  readonly websiteId: string;
  readonly screen: SettingsScreen;
  readonly children: ReactNode;
}

/** What fields of a settings screen need from outside: files, menus, forms. A list is read only where a field asks for it. */
export function SettingsFieldData({ websiteId, screen, children }: SettingsFieldDataProps) {
  const data = useMemo<FieldData>(() => ({ websiteId, useFile: useFileField, useFound: useFoundChoices }), [websiteId]);
  const kinds = new Set(fieldsOf(screen).map((field) => field.kind));
  let content = children;
  if (kinds.has('menu')) content = <Menus websiteId={websiteId}>{content}</Menus>;
  if (kinds.has('form')) content = <Forms websiteId={websiteId}>{content}</Forms>;
  return <FieldDataContext value={data}>{content}</FieldDataContext>;
}

interface ListProps {
  readonly websiteId: string;
  readonly children: ReactNode;
}

function Menus({ websiteId, children }: ListProps) {
  const data = useFieldData();
  const menus = useChoiceList(websiteId, 'menu');
  const value = useMemo(() => ({ ...data, menus }), [data, menus]);
  return <FieldDataContext value={value}>{children}</FieldDataContext>;
}

function Forms({ websiteId, children }: ListProps) {
  const data = useFieldData();
  const forms = useChoiceList(websiteId, 'form');
  const value = useMemo(() => ({ ...data, forms }), [data, forms]);
  return <FieldDataContext value={value}>{children}</FieldDataContext>;
}
