import { PenLine, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FieldItem, ItemsField } from '#contract/fields/field.ts';
import { itemLabel, newItem } from '#contract/fields/item-rules.ts';
import { Button } from '#src/ui/button.tsx';
import { focusField } from '#src/ui/focus-field.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { css } from '#styled/css/index.js';
import { type FieldComponentProps, FieldShell, itemsValue } from './field-shell.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { ItemView } from './value-view.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '3', minWidth: '0' });
const list = css({ width: 'full', border: 'hairline', borderRadius: 'md', listStyle: 'none', margin: '0', padding: '0' });
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  paddingBlock: '2',
  paddingInlineStart: '3',
  paddingInlineEnd: '2',
  '&:not(:last-child)': { borderBottom: 'hairline' },
});
const content = css({ flex: '1', minWidth: '0' });
const none = css({ color: 'text.muted' });

/** The item that the dialog is about: a new one (`at` is null), or one of the list. */
interface OpenItem {
  readonly at: number | null;
  readonly item: FieldItem;
}

/** A list of items, each edited in a dialog. The list is the field's value, and is saved with the other fields. */
export function ItemsFieldView(props: FieldComponentProps<ItemsField>) {
  const { field, id, value, disabled = false, renderField, onChange, onBlur } = props;
  const items = itemsValue(value);
  const root = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState<OpenItem | null>(null);
  const change = (next: readonly FieldItem[]): void => {
    onChange(next);
    onBlur();
  };
  const remove = (at: number): void => {
    // The button is removed with its row, so the focus moves to a neighbour first.
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (next) next.focus();
    else focusField(id);
    change(items.filter((_, each) => each !== at));
  };
  const accept = (item: FieldItem): void => {
    change(open?.at == null ? [...items, item] : items.map((each, at) => (at === open.at ? item : each)));
    setOpen(null);
  };
  return (
    <FieldShell {...props} group>
      {({ 'aria-required': _required, ...control }) => (
        <div className={stack}>
          {items.length === 0 ? (
            <p className={none}>{field.none}</p>
          ) : (
            <ul ref={root} aria-label={field.label} className={list}>
              {items.map((item, at) => (
                // Items have no id: the place in the list is theirs.
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own
                <li key={at} className={row}>
                  <div className={content}>
                    <ItemView field={field} item={item} />
                  </div>
                  {disabled ? null : (
                    <>
                      <IconButton
                        size="small"
                        label={`Edit ${itemLabel(field, at)}`}
                        icon={<PenLine />}
                        onClick={() => setOpen({ at, item })}
                      />
                      <IconButton
                        size="small"
                        data-remove=""
                        label={`Remove ${itemLabel(field, at)}`}
                        icon={<Trash2 />}
                        onClick={() => remove(at)}
                      />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )}
          <Button
            {...control}
            size="small"
            disabled={disabled || items.length >= field.most}
            onClick={() => setOpen({ at: null, item: newItem(field) })}
          >
            <Plus aria-hidden="true" />
            {field.add}
          </Button>
          {open && renderField ? (
            <ItemDialog
              field={field}
              id={`${id}-item`}
              isNew={open.at === null}
              item={open.item}
              renderField={renderField}
              onAccept={accept}
              onClose={() => setOpen(null)}
            />
          ) : null}
        </div>
      )}
    </FieldShell>
  );
}
