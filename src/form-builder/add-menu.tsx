import { formFieldNames, type FormFieldType, formFieldTypes } from '#contract/forms/form-field.ts';
import type { FormBuilderView } from '#machines/form-builder/form-builder.view.ts';
import { useMemo } from 'react';
import { SearchList } from '#src/ui/search-list.tsx';
import { typeIcons } from './type-icons.tsx';

interface AddMenuProps {
  readonly menu: NonNullable<FormBuilderView['menu']>;
  readonly onSearch: (query: string) => void;
  readonly onChoose: (type: FormFieldType) => void;
}

/** The types of fields, to search by name. */
export function AddMenu({ menu: { query, types }, onSearch, onChoose }: AddMenuProps) {
  const items = useMemo(
    () =>
      types.map((type) => {
        const Icon = typeIcons[type];
        return { id: type, label: formFieldNames[type], icon: <Icon aria-hidden="true" /> };
      }),
    [types],
  );
  return (
    <SearchList
      label="Search field types"
      query={query}
      items={items}
      focusOnOpen
      message={types.length === 0 ? 'No field type has this name.' : undefined}
      onQuery={onSearch}
      onChoose={(id) => {
        const type = formFieldTypes.find((each) => each === id);
        if (type) onChoose(type);
      }}
    />
  );
}
