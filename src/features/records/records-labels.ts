import { type ResourceDefinition, searchedColumns } from '#contract/resources/define.ts';
import type { ListLabels } from '#src/list/list-screen.tsx';

/** The texts of a resource's list. */
export function recordsLabels(resource: ResourceDefinition): ListLabels {
  const { labels, list, scope, within } = resource;
  const [filter] = list.filters ?? [];
  const searched = searchedColumns(resource).map(({ label }) => label);
  const searchedText = `${new Intl.ListFormat('en').format(searched)} ${searched.length === 1 ? 'is' : 'are'} searched.`;
  return {
    title: labels.heading,
    ...(labels.intro === undefined ? {} : { intro: labels.intro }),
    search: list.isSearchable ? { label: `Search ${labels.many}`, placeholder: `Search ${labels.many}`, scope: searchedText } : null,
    failed: `The ${labels.many} could not be loaded`,
    neverLoaded: `The ${labels.many} of this ${within?.resource ?? scope} have not been loaded here before`,
    noMatch: (q) => `No ${labels.one} matches “${q}”`,
    ...(filter ? { noneChosen: { title: filter.none, all: filter.all } } : {}),
    none: { title: `No ${labels.many} yet`, text: labels.none },
  };
}
