import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { RecordsField } from '#contract/fields/field.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '#src/ui/button.tsx';
import { ChipList } from '#src/ui/chip-list.tsx';
import type { ControlProps } from '#src/ui/field.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { css } from '#styled/css/index.js';
import { ChoicesFailed } from './choices-failed.tsx';
import { type Choices, useFieldData } from './field-data.ts';
import { type FieldComponentProps, FieldShell, idsValue } from './field-shell.tsx';
import { listLabels, unnamedLabel } from './list-labels.ts';
import { isWhole } from './long-list.ts';
import { NoChoices } from './no-choices.tsx';
import { NotAvailable } from './not-available.tsx';
import { RecordPicker } from './record-picker.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '3', minWidth: '0' });
const full = css({ color: 'text.muted', fontSize: 'sm' });

type RecordsFieldProps = FieldComponentProps<RecordsField>;

/** Several records of one of the API's lists, in the order in which they were chosen. */
export function RecordsFieldView(props: RecordsFieldProps) {
  const { field } = props;
  const choices = useFieldData().lists?.[field.list];
  const content = (control: ControlProps): ReactNode => {
    if (!choices) return <NotAvailable what={field.label} />;
    if (choices.status === 'loading') return <Skeleton shape="control" />;
    if (choices.status === 'failed') return <ChoicesFailed choices={choices} list={field.list} />;
    if (field.required && idsValue(props.value).length === 0 && isWhole(choices) && choices.items.length === 0)
      return <NoChoices list={field.list} control={control} />;
    return <Chosen {...props} choices={choices} control={control} />;
  };
  return (
    <FieldShell {...props} group>
      {content}
    </FieldShell>
  );
}

interface ChosenProps extends RecordsFieldProps {
  readonly choices: Extract<Choices, { readonly status: 'ready' }>;
  readonly control: ControlProps;
}

function Chosen({ field, value, disabled = false, choices, control, onChange, onBlur }: ChosenProps) {
  const { list, label } = field;
  const ids = idsValue(value);
  const [open, setOpen] = useState(false);
  // Search results may lie beyond the loaded part of the list.
  const [found, setFound] = useState<ReadonlyMap<string, string>>(new Map());
  const names = new Map([...found, ...choices.items.map((item) => [item.id, item.label] as const)]);
  const onMore = ids.every((id) => names.has(id)) ? undefined : choices.onMore;
  useEffect(() => onMore?.(), [onMore]);
  const chips = ids.map((id) => ({ id, label: names.get(id) ?? unnamedLabel(list, isWhole(choices)) }));
  const isFull = ids.length >= limits.recordsPerSetting;
  const change = (next: readonly string[]): void => {
    onChange(next);
    onBlur();
  };
  const add = `Add ${listLabels[list].one}`;
  const { 'aria-required': _required, ...aria } = control;
  const trigger = (
    <Button {...aria} size="small" disabled={disabled || isFull} aria-label={`${add}: ${label}`}>
      <Plus aria-hidden="true" />
      {add}
    </Button>
  );
  return (
    <div className={stack}>
      {chips.length > 0 ? (
        <ChipList
          label={label}
          chips={chips}
          disabled={disabled}
          onRemove={(id) => change(ids.filter((each) => each !== id))}
          focusAfterLast={() => document.getElementById(control.id)?.focus()}
        />
      ) : null}
      {isFull ? <span className={full}>{`These are ${ids.length}, the most that can be chosen. Remove one to add another.`}</span> : null}
      <Popover label={`${add}: ${label}`} open={open && !isFull} onOpenChange={setOpen} trigger={trigger}>
        <RecordPicker
          list={list}
          choices={choices}
          chosen={ids}
          onChoose={(item) => {
            setFound(new Map([...found, [item.id, item.label]]));
            change([...ids, item.id]);
          }}
        />
      </Popover>
    </div>
  );
}
