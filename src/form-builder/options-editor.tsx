import { closestCenter, DndContext, type DragEndEvent, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { GripVertical, Plus, Trash2 } from 'lucide-react';
import type { FormOption } from '#contract/forms/form-field.ts';
import { limits } from '#contract/limits.ts';
import type { OptionEdit } from '#machines/form-builder/form-builder.types.ts';
import { css } from '#styled/css/index.js';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { Button } from '#src/ui/button.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { autoScroll, byPointer, silentAccessibility, upAndDown } from '#src/ui/sortable/sortable-list.ts';
import { TextInput } from '#src/ui/text-input.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2' });
const list = css({ display: 'flex', flexDirection: 'column', gap: '1', width: 'full', listStyle: 'none' });
const rowStyle = css({ display: 'flex', alignItems: 'center', gap: '1', position: 'relative', '&[data-dragged]': { zIndex: 'raised' } });
const handleStyle = css({ touchAction: 'none', cursor: 'grab', _active: { cursor: 'grabbing' } });

interface OptionsEditorProps {
  readonly id: string;
  readonly values: readonly FormOption[];
  readonly error: string | null;
  readonly onEdit: (edit: OptionEdit) => void;
}

/** The values that a visitor chooses from. */
export function OptionsEditor({ id, values, error, onEdit }: OptionsEditorProps) {
  const sensors = useSensors(useSensor(MouseSensor, byPointer), useSensor(TouchSensor, byPointer));
  // Values have no id: the place in the list is theirs.
  const places = values.map((_, at) => String(at));
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onEdit({ kind: 'move', at: Number(active.id), to: Number(over.id) });
  };
  return (
    <LabelledControl
      id={id}
      label="Values"
      required
      group
      error={error}
      help="Enter adds one below, Alt with an arrow key moves it. Paste a list to add a value for each line."
    >
      {({ 'aria-required': _required, 'aria-invalid': _invalid, ...control }) => (
        <fieldset {...control} aria-label="Values" tabIndex={-1} className={stack}>
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            accessibility={silentAccessibility}
            modifiers={modifiers}
            autoScroll={autoScroll}
            onDragEnd={drop}
          >
            <SortableContext items={places} strategy={verticalListSortingStrategy}>
              <ul className={list}>
                {values.map((option, at) => (
                  <OptionRow key={places[at]} id={id} at={at} count={values.length} label={option.label} onEdit={onEdit} />
                ))}
              </ul>
            </SortableContext>
          </DndContext>
          <Button
            size="small"
            disabled={values.length >= limits.optionsPerFormField}
            onClick={() => onEdit({ kind: 'add', at: values.length })}
          >
            <Plus aria-hidden="true" />
            Add a value
          </Button>
        </fieldset>
      )}
    </LabelledControl>
  );
}

const modifiers = [upAndDown];

interface OptionRowProps {
  readonly id: string;
  readonly at: number;
  readonly count: number;
  readonly label: string;
  readonly onEdit: (edit: OptionEdit) => void;
}

function OptionRow({ id, at, count, label, onEdit }: OptionRowProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: String(at) });
  const moved = transform === null ? undefined : `translate3d(0, ${Math.round(transform.y)}px, 0)`;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const edit = event.nativeEvent.isComposing ? null : editOfKey(event, at, count);
    if (edit === null) return;
    event.preventDefault();
    onEdit(edit);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[\r\n]/u.test(text.trim())) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onEdit({ kind: 'paste', at, text, isReplacing: label !== '' && selectionStart === 0 && selectionEnd === label.length });
  };
  return (
    <li ref={setNodeRef} className={rowStyle} data-dragged={isDragging || undefined} style={{ transform: moved, transition }}>
      <IconButton
        size="small"
        label={`Move value ${at + 1}`}
        title="Drag to move"
        tabIndex={-1}
        icon={<GripVertical />}
        className={handleStyle}
        onMouseDown={(event) => listeners?.['onMouseDown']?.(event)}
        onTouchStart={(event) => listeners?.['onTouchStart']?.(event)}
      />
      <TextInput
        id={`${id}-${at}`}
        aria-label={`Value ${at + 1}`}
        value={label}
        maxLength={limits.formLabelCharacters}
        autoComplete="off"
        onChange={(event) => onEdit({ kind: 'type', at, label: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <IconButton size="small" label={`Remove value ${at + 1}`} icon={<Trash2 />} onClick={() => onEdit({ kind: 'remove', at })} />
    </li>
  );
}

/** Enter adds a value, Alt with an arrow moves it, and Backspace removes one that is empty. Null: typing. */
function editOfKey(event: KeyboardEvent<HTMLInputElement>, at: number, count: number): OptionEdit | null {
  const { key, altKey, currentTarget, repeat } = event;
  if (key === 'Enter' && !repeat) return { kind: 'add', at: at + 1 };
  if (key === 'Backspace' && currentTarget.value === '' && !repeat) return { kind: 'remove', at };
  if (!altKey) return null;
  if (key === 'ArrowUp' && at > 0) return { kind: 'move', at, to: at - 1 };
  if (key === 'ArrowDown' && at < count - 1) return { kind: 'move', at, to: at + 1 };
  return null;
}
