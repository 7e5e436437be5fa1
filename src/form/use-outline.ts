import type { SettingsScreen } from '#contract/settings/screen.ts';
import { onlyOf, ownKeysOf } from '#machines/settings-screen/settings-screen.sections.ts';
import type { SectionView, SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { useState } from 'react';
import type { FormOutlineProps } from './form-outline.tsx';
import type { WantedField } from './use-wanted-field.ts';

/** A form is long from so many titled sections on. */
const fewSections = 3;

interface Outline {
  /** The sections to draw. */
  readonly sections: readonly SectionView[];
  /** Null where the form is short. */
  readonly outline: FormOutlineProps | null;
}

interface OutlineOptions {
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
  readonly wanted: WantedField | null;
  readonly hasOutline: boolean;
}

/** The outline of a long form, and its sections: all, or only what is set. */
export function useOutline({ screen, view, wanted, hasOutline }: OutlineOptions): Outline {
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const [asked, setAsked] = useState(wanted);
  if (wanted !== asked) {
    setAsked(wanted);
    // A field that is asked for has to be seen.
    setOnly(null);
  }
  const sections = only === null ? view.sections : onlyOf(view.sections, only);
  const titled = (of: readonly SectionView[]) =>
    of.flatMap((section, index) => (section.title === null ? [] : [{ id: sectionId(section, index), title: section.title }]));
  if (!hasOutline || !isLongForm(view.sections)) return { sections: view.sections, outline: null };
  const own = ownKeysOf(view.sections);
  return {
    sections,
    outline: {
      of: screen.title,
      sections: titled(sections),
      total: view.sections.reduce((sum, { fields }) => sum + fields.length, 0),
      own: own.size,
      isOnlySet: only !== null,
      onOnlySet: (on) => setOnly(on ? own : null),
    },
  };
}

/** Whether a form of these sections has an outline, where it has the page to itself. */
export function isLongForm(sections: readonly { readonly title?: string | null | undefined }[]): boolean {
  return sections.filter(({ title }) => (title ?? null) !== null).length >= fewSections;
}

/** The id of a section's card. */
export function sectionId({ title }: SectionView, index: number): string {
  const words = title?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [`${index + 1}`];
  return `section-${words.join('-')}`;
}
