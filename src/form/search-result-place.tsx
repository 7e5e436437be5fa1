import type { SettingsScreen } from '#contract/settings/screen.ts';
import type { SettingsView } from '#machines/settings-screen/settings-screen.view.ts';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { searchResultCard } from './lazy-parts.ts';

interface SearchResultPlaceProps {
  readonly screen: SettingsScreen;
  readonly view: SettingsView;
}

/** The search result preview of a form that has one. */
export function SearchResultPlace({ screen: { seoPreview }, view }: SearchResultPlaceProps) {
  if (!seoPreview) return null;
  const values = new Map(view.sections.flatMap(({ fields }) => fields.map(({ field, value }) => [field.key, value])));
  const text = (key: string | undefined): string => {
    const value = key === undefined ? null : values.get(key);
    return typeof value === 'string' ? value : '';
  };
  return (
    <LazyBoundary
      part={searchResultCard}
      props={{ title: text(seoPreview.titleKey), description: text(seoPreview.descriptionKey), url: text(seoPreview.urlKey) }}
    />
  );
}
