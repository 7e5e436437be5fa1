import { useState } from 'react';
import type { FormField, MenuField } from '#contract/settings/field.ts';
import { Button } from '#src/ui/button.tsx';
import type { ControlProps } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { css } from '#styled/css/index.js';
import { type Choices, type FieldData, useFieldData } from './field-data.ts';
import { choiceOf, type FieldComponentProps } from './field-props.ts';
import { FieldShell } from './field-shell.tsx';
import { LazySelect } from './lazy-select.tsx';
import { NotAvailable } from './not-available.tsx';

const searchStyle = css({ marginBottom: '2' });

/** The list's value for "none": an id is never empty. */
const none = '';

const words = {
  menu: {
    none: 'No menu',
    failed: "The menus couldn't be loaded.",
    gone: 'A menu that no longer exists',
    further: 'A menu further down the list',
  },
  form: {
    none: 'No form',
    failed: "The forms couldn't be loaded.",
    gone: 'A form that no longer exists',
    further: 'A form further down the list',
  },
} as const;

type ChoiceFieldProps = FieldComponentProps<MenuField | FormField>;

export function ChoiceFieldView(props: ChoiceFieldProps) {
  const { field } = props;
  const { menus, forms, useFound } = useFieldData();
  const choices = field.kind === 'menu' ? menus : forms;
  return (
    <FieldShell {...props}>
      {(control) => {
        if (!choices) return <NotAvailable what={field.label} />;
        const rest = { ...props, choices, control };
        return useFound && isLonger(choices) ? <SearchedChoice {...rest} useFound={useFound} /> : <ChoiceControl {...rest} />;
      }}
    </FieldShell>
  );
}

interface ChoiceControlProps extends ChoiceFieldProps {
  readonly choices: Choices;
  readonly control: ControlProps;
}

type UseFound = NonNullable<FieldData['useFound']>;

/** A list that is longer than what is loaded of it: searched on the server. */
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
        placeholder={choices.status === 'ready' ? `Search among ${choices.total}` : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === '' ? <ChoiceControl {...props} partial /> : <FoundChoice {...props} useFound={useFound} text={text} />}
    </>
  );
}

function FoundChoice({ useFound, text, ...props }: ChoiceControlProps & { readonly useFound: UseFound; readonly text: string }) {
  const { websiteId = '' } = useFieldData();
  return <ChoiceControl {...props} choices={useFound(websiteId, props.field.kind, text)} partial />;
}

function ChoiceControl({
  field,
  value,
  disabled,
  choices,
  control,
  partial,
  onChange,
  onBlur,
}: ChoiceControlProps & { partial?: boolean }) {
  const text = words[field.kind];
  if (choices.status === 'loading') return <Skeleton shape="control" />;
  if (choices.status === 'failed') {
    const retry = (
      <Button size="small" onClick={choices.onRetry}>
        Try again
      </Button>
    );
    return (
      <Notice tone="warning" actions={retry}>
        {choices.message ?? text.failed}
      </Notice>
    );
  }
  const chosen = choiceOf(value);
  const known = choices.items.map((item) => ({ value: item.id, label: item.label }));
  const absent = chosen !== null && !known.some((option) => option.value === chosen);
  const other = absent ? [{ value: chosen, label: partial ? text.further : text.gone }] : [];
  const empty = field.required ? [] : [{ value: none, label: text.none }];
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

function isLonger(choices: Choices): boolean {
  return choices.status === 'ready' && (choices.total ?? 0) > choices.items.length;
}
