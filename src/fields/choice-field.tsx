import type { FormField, MenuField } from '#contract/settings/field.ts';
import { Button } from '#src/ui/button.tsx';
import type { ControlProps } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { type Choices, useFieldData } from './field-data.ts';
import { choiceOf, type FieldComponentProps } from './field-props.ts';
import { FieldShell } from './field-shell.tsx';
import { LazySelect } from './lazy-select.tsx';
import { NotAvailable } from './not-available.tsx';

/** The list's value for "none": an id is never empty. */
const none = '';

const words = {
  menu: { none: 'No menu', failed: "The menus couldn't be loaded.", gone: 'A menu that no longer exists' },
  form: { none: 'No form', failed: "The forms couldn't be loaded.", gone: 'A form that no longer exists' },
} as const;

export function ChoiceFieldView(props: FieldComponentProps<MenuField | FormField>) {
  const { field } = props;
  const data = useFieldData();
  const choices = field.kind === 'menu' ? data.menus : data.forms;
  return (
    <FieldShell {...props}>
      {(control) => (choices ? <ChoiceControl {...props} choices={choices} control={control} /> : <NotAvailable what={field.label} />)}
    </FieldShell>
  );
}

interface ChoiceControlProps extends FieldComponentProps<MenuField | FormField> {
  readonly choices: Choices;
  readonly control: ControlProps;
}

function ChoiceControl({ field, value, disabled, choices, control, onChange, onBlur }: ChoiceControlProps) {
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
        {text.failed}
      </Notice>
    );
  }
  const chosen = choiceOf(value);
  const known = choices.items.map((item) => ({ value: item.id, label: item.label }));
  const gone = chosen !== null && !known.some((option) => option.value === chosen) ? [{ value: chosen, label: text.gone }] : [];
  const empty = field.required ? [] : [{ value: none, label: text.none }];
  return (
    <LazySelect
      {...control}
      value={chosen ?? (field.required ? null : none)}
      options={[...empty, ...known, ...gone]}
      disabled={disabled}
      onChange={(next) => onChange(next === none ? null : next)}
      onBlur={onBlur}
    />
  );
}
