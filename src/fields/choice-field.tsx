import { useEffect, useState } from 'react';
import type { ChoiceList } from '#contract/entities/lists.ts';
import { limits } from '#contract/limits.ts';
import type { FormChoiceField, MenuField, RecordField } from '#contract/fields/field.ts';
import type { ControlProps } from '#src/ui/field.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { css } from '#styled/css/index.js';
import { ChoicesFailed } from './choices-failed.tsx';
import { type Choices, type FieldData, useFieldData } from './field-data.ts';
import { choiceValue, type FieldComponentProps, FieldShell } from './field-shell.tsx';
import { LazySelect } from './lazy-select.tsx';
import { isLongList, isWhole } from './long-list.ts';
import { listLabels, unnamedLabel } from './list-labels.ts';
import { NoChoices } from './no-choices.tsx';
import { NotAvailable } from './not-available.tsx';

const searchStyle = css({ marginBottom: '2' });

/** The list's value for "none": an id is never empty. */
const none = '';

type ChoiceFieldProps = FieldComponentProps<MenuField | FormChoiceField | RecordField>;

export function ChoiceFieldView(props: ChoiceFieldProps) {
  const { field } = props;
  const { lists, useFound } = useFieldData();
  const list = field.kind === 'record' ? field.list : field.kind;
  const choices = lists?.[list];
  return (
    <FieldShell {...props}>
      {(control) => {
        if (!choices) return <NotAvailable what={field.label} />;
        const rest = { ...props, list, choices, control };
        return useFound && isLongList(choices) ? <SearchedChoice {...rest} useFound={useFound} /> : <ChoiceControl {...rest} />;
      }}
    </FieldShell>
  );
}

interface ChoiceControlProps extends ChoiceFieldProps {
  readonly list: ChoiceList;
  readonly choices: Choices;
  readonly control: ControlProps;
}

type UseFound = NonNullable<FieldData['useFound']>;

/** For a list that is too long to scroll through: it is searched on the server. */
function SearchedChoice({ useFound, ...props }: ChoiceControlProps & { readonly useFound: UseFound }) {
  const { field, choices } = props;
  const [text, setText] = useState('');
  return (
    <>
      <TextInput
        className={searchStyle}
        type="search"
        data-own-undo
        aria-label={`Search for ${field.label}`}
        placeholder={choices.status === 'ready' ? `Search among ${choices.total ?? choices.items.length}` : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === '' ? <ChoiceControl {...props} /> : <FoundChoice {...props} useFound={useFound} text={text} />}
    </>
  );
}

/** Takes the name of the chosen item from the whole list, since search results may not contain it. */
function FoundChoice({ useFound, text, ...props }: ChoiceControlProps & { readonly useFound: UseFound; readonly text: string }) {
  const { websiteId = '' } = useFieldData();
  return <ChoiceControl {...props} choices={useFound(websiteId, props.list, text)} whole={props.choices} />;
}

function ChoiceControl(props: ChoiceControlProps & { readonly whole?: Choices }) {
  const { field, list, value, disabled, choices, whole = choices, control, onChange, onBlur } = props;
  const chosen = choiceValue(value);
  const named = whole.status === 'ready' ? whole.items.find((item) => item.id === chosen) : undefined;
  const onMore = whole.status === 'ready' && chosen !== null && !named ? whole.onMore : undefined;
  useEffect(() => onMore?.(), [onMore]);
  if (choices.status === 'loading') return <Skeleton shape="control" />;
  if (choices.status === 'failed') return <ChoicesFailed choices={choices} list={list} />;
  // An optional choice still has its "none".
  if (field.required && chosen === null && choices === whole && isWhole(choices) && choices.items.length === 0)
    return <NoChoices list={list} control={control} />;
  const known = choices.items.slice(0, limits.perPageMax).map((item) => ({ value: item.id, label: item.label }));
  const isListed = known.some((option) => option.value === chosen);
  const unnamed = unnamedLabel(list, whole.status === 'ready' && isWhole(whole));
  const other = chosen === null || isListed ? [] : [{ value: chosen, label: named?.label ?? unnamed }];
  const empty = field.required ? [] : [{ value: none, label: listLabels[list].none }];
  return (
    <LazySelect
      {...control}
      value={chosen ?? (field.required ? null : none)}
      options={[...empty, ...known, ...other]}
      disabled={disabled}
      onChange={(next) => onChange(next === none ? null : next)}
      onBlur={onBlur}
    />
  );
}
