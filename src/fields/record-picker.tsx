import { useState } from 'react';
import type { ListName } from '#contract/entities/lists.ts';
import { limits } from '#contract/limits.ts';
import { SearchList } from '#src/ui/search-list.tsx';
import { type Choices, type FieldData, useFieldData } from './field-data.ts';
import { loadFailedMessage, listLabels } from './list-labels.ts';
import { isLongList, isWhole } from './long-list.ts';

interface Item {
  readonly id: string;
  readonly label: string;
}

interface RecordPickerProps {
  readonly list: ListName;
  readonly choices: Extract<Choices, { readonly status: 'ready' }>;
  readonly chosen: readonly string[];
  readonly onChoose: (item: Item) => void;
}

/** Offers the items of a list that are not chosen yet, with a search; a long list is searched on the server. */
export function RecordPicker(props: RecordPickerProps) {
  const { useFound } = useFieldData();
  const [query, setQuery] = useState('');
  const rest = { ...props, query, onQuery: setQuery };
  if (useFound && isLongList(props.choices) && query.trim() !== '') return <SearchResults {...rest} useFound={useFound} />;
  const text = query.trim().toLowerCase();
  const items = props.choices.items.filter((item) => item.label.toLowerCase().includes(text));
  return <PickerList {...rest} found={{ ...props.choices, items }} />;
}

interface PickerListProps extends RecordPickerProps {
  readonly query: string;
  readonly found: Choices;
  readonly onQuery: (query: string) => void;
}

function SearchResults({ useFound, ...props }: Omit<PickerListProps, 'found'> & { readonly useFound: NonNullable<FieldData['useFound']> }) {
  const { websiteId = '' } = useFieldData();
  return <PickerList {...props} found={useFound(websiteId, props.list, props.query)} />;
}

function PickerList({ list, chosen, query, found, onQuery, onChoose }: PickerListProps) {
  const { one, many } = listLabels[list];
  const open = found.status === 'ready' ? found.items.filter((item) => !chosen.includes(item.id)) : [];
  const items = open.slice(0, limits.perPageMax);
  const message = (): string | undefined => {
    if (found.status === 'loading') return undefined;
    if (found.status === 'failed') return found.message ?? loadFailedMessage(list);
    if (items.length > 0) return open.length > items.length || !isWhole(found) ? 'There are more. Type to find them.' : undefined;
    if (query.trim() !== '' && found.items.length > 0) return 'Already chosen.';
    if (query.trim() !== '') return `No ${many} match “${query.trim()}”.`;
    return found.items.length === 0 ? `There are no ${many} yet.` : `All ${many} are chosen.`;
  };
  return (
    <SearchList
      label={`Search for ${one}`}
      focusOnOpen
      query={query}
      items={items}
      loading={found.status === 'loading'}
      message={message()}
      onQuery={onQuery}
      onChoose={(id) => {
        const item = items.find((each) => each.id === id);
        if (item) onChoose(item);
      }}
    />
  );
}
