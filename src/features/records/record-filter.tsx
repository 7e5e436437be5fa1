import type { ListFilter } from '#contract/resources/list-definition.ts';
import { css } from '#styled/css/index.js';
import { useEffect, useId } from 'react';
import { listLabels, unnamedLabel } from '#src/fields/list-labels.ts';
import { LazySelect } from '#src/fields/lazy-select.tsx';
import { isWhole } from '#src/fields/long-list.ts';
import { useChoiceList } from '#src/form/use-choices.ts';
import type { ListAddress } from '#src/list/use-list-address.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { visuallyHidden } from '#src/ui/visually-hidden.ts';

const box = css({ width: 'full', maxWidth: { md: '[24rem]' } });

/** The select's value for "all": an id is never empty. */
const all = '';

interface RecordFilterProps {
  readonly websiteId: string;
  readonly filter: ListFilter;
  /** Null: all records. */
  readonly chosen: string | null;
  readonly onChange: (id: string | null) => void;
}

/** A select above the list. Until its choices are there, it has the choice that the address names, and "all". */
export function RecordFilter({ websiteId, filter, chosen, onChange }: RecordFilterProps) {
  const choices = useChoiceList(websiteId, filter.choices);
  const id = useId();
  const isReady = choices.status === 'ready';
  const onMore = isReady ? choices.onMore : undefined;
  useEffect(() => onMore?.(), [onMore]);
  const known = isReady ? choices.items.map((item) => ({ value: item.id, label: item.label })) : [];
  const other = unnamedLabel(filter.choices, isReady && isWhole(choices));
  const isListed = chosen === null || known.some(({ value }) => value === chosen);
  const missing = isListed
    ? []
    : [{ value: chosen, label: choices.status === 'loading' ? `One of the ${listLabels[filter.choices].many}` : other }];
  return (
    <div className={box}>
      <span id={fieldIds(id).label} className={visuallyHidden}>
        {filter.label}
      </span>
      <LazySelect
        id={id}
        value={chosen ?? all}
        options={[{ value: all, label: filter.all }, ...known, ...missing]}
        onChange={(next) => onChange(next === all ? null : next)}
      />
    </div>
  );
}

/** The filters of a list with another choice in one of them. Null: all records. */
export function withChoice(filters: ListAddress['filters'], key: string, id: string | null): ListAddress['filters'] {
  const { [key]: _, ...others } = filters;
  return id === null ? others : { ...others, [key]: id };
}
