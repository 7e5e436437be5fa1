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
  return seoPreview ? <LazyBoundary part={searchResultCard} props={{ seoPreview, view }} /> : null;
}
