import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { type FieldItem, isPlain, type ItemsField } from '#contract/fields/field.ts';
import { itemProblems, shownItemFields } from '#contract/fields/item-rules.ts';
import { sameJson } from '#contract/json.ts';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { focusField } from '#src/ui/focus-field.ts';
import { shortcutOf } from '#src/ui/shortcut.ts';
import { css } from '#styled/css/index.js';
import type { FieldComponentProps } from './field-shell.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '6', paddingBottom: '6' });

interface ItemDialogProps {
  readonly field: ItemsField;
  /** Of the dialog's form: the ids of its fields begin with it. */
  readonly id: string;
  readonly isNew: boolean;
  /** As it was when the dialog was opened. */
  readonly item: FieldItem;
  readonly renderField: ComponentType<FieldComponentProps>;
  readonly onAccept: (item: FieldItem) => void;
  readonly onClose: () => void;
}

const ignore = (): void => undefined;

/** One item of a list, over the form that has the list. What is typed here is no value of the form until it is accepted. */
export function ItemDialog({ field, id, isNew, item: opened, renderField: Control, onAccept, onClose }: ItemDialogProps) {
  const [item, setItem] = useState(opened);
  // Problems show once a first attempt has found some.
  const [isTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const problems = itemProblems(field, item);
  const shown = shownItemFields(field, item);
  const idOf = (key: string) => `${id}-${key}`;
  const accept = (): void => {
    const broken = shown.find(({ key }) => key in problems);
    setTried(true);
    if (broken) focusField(idOf(broken.key));
    else onAccept(field.rules.clean(field, item));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (shortcutOf(event.nativeEvent) !== 'mod+s') return;
    event.preventDefault();
    accept();
  };
  return (
    <Dialog
      open
      size="medium"
      title={isNew ? field.add : field.edit}
      // Escape and a click beside the dialog happen by accident; Cancel does not.
      onClose={() => (sameJson(item, opened) ? onClose() : setAsking(true))}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id}>
            {isNew ? field.add : 'Done'}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        data-own-save=""
        className={stack}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          // In React this form is inside the other one.
          event.stopPropagation();
          accept();
        }}
      >
        {shown.map((each) => (
          <Control
            key={each.key}
            field={each}
            id={idOf(each.key)}
            value={item[each.key] ?? null}
            error={isTried ? (problems[each.key] ?? null) : null}
            changed={false}
            onChange={(value) => setItem((before) => ({ ...before, [each.key]: isPlain(value) ? value : null }))}
            onBlur={ignore}
            onRevert={ignore}
          />
        ))}
      </form>
      <AlertDialog
        open={isAsking}
        title="Discard what you typed?"
        description="It is not in the form yet, so it can't be brought back."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}
