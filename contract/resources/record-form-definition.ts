import type { Section, SettingsScreen } from '../settings/screen.ts';

/** What differs in the form of a record from those of most resources. */
export interface RecordFormDefinition extends Pick<SettingsScreen, 'looksAt' | 'seoPreview' | 'warnings'> {
  /** Headings over the fields of these keys; every field is in one section. */
  readonly sections?: readonly (Pick<Section, 'title' | 'layout'> & { readonly keys: readonly string[] })[];
  /** The text of its button; "Save" by default. */
  readonly submit?: string;
  readonly validatesOnBlur?: false;
  /** It is a page of its own instead of a dialog, with the fields under a tab of this name. Its parts (see `within`) are under further ones. */
  readonly page?: { readonly tab: string; readonly back: string };
  /** Said once it is saved, below "Saved". */
  readonly saved?: string;
  /** Said where a save fails without a message. */
  readonly failed?: { readonly create: string; readonly update: string };
  /** Drawn beside the fields, from their current values. */
  readonly beside?: 'popup';
}
