import { useMemo } from 'react';
import type { ChoiceList } from '#contract/entities/lists.ts';
import { FieldDataContext, useFieldData } from '#src/fields/field-data.ts';
import type { FieldDataProps } from './field-data-props.ts';
import { useChoiceList, useFoundChoices } from './use-choices.ts';

/** Provides one of the website's lists to the fields inside that choose from it. */
export function ChoicesData({ websiteId, list, children }: FieldDataProps & { readonly list: ChoiceList }) {
  const data = useFieldData();
  const choices = useChoiceList(websiteId, list);
  const value = useMemo(() => ({ ...data, lists: { ...data.lists, [list]: choices }, useFound: useFoundChoices }), [data, list, choices]);
  return <FieldDataContext value={value}>{children}</FieldDataContext>;
}
