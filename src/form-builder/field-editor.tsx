import { X } from 'lucide-react';
import { type FormField, hasChoices, isInput } from '#contract/forms/form-field.ts';
import { sameJson, toJson } from '#contract/json.ts';
import { mostCharacters } from '#machines/form-builder/form-builder.fields.ts';
import type { FieldEdit } from '#machines/form-builder/form-builder.types.ts';
import type { EditorView } from '#machines/form-builder/form-builder.view.ts';
import { css } from '#styled/css/index.js';
import { type KeyboardEvent, memo } from 'react';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { FieldNotes } from '#src/ui/field-marks.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { fieldIds } from '#src/ui/field-ids.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Textarea } from '#src/ui/textarea.tsx';
import { DefaultControl } from './default-control.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { typeIcons } from './type-icons.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '5' });
const head = css({
  position: 'sticky',
  top: '0',
  zIndex: 'raised',
  backgroundColor: 'surface',
  paddingInline: '4',
  paddingBlock: '2',
  marginBottom: '-2',
  marginInline: '-4',
  borderBottom: 'hairline',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  '& > svg': { width: '[1.125rem]', height: '[1.125rem]', color: 'text.muted' },
});
const headingStyle = css({ flex: '1', minWidth: '0', fontWeight: 'semibold', lineHeight: 'tight' });
const textStyle = css({ color: 'text.muted', textWrap: '[pretty]' });

interface FieldEditorProps {
  readonly editor: EditorView;
  /** The ids of its controls begin with it. */
  readonly id: string;
  /** The heading with its cross, which stays in view; a sheet has its own. */
  readonly hasHead: boolean;
  readonly onEdit: (edit: FieldEdit) => void;
  readonly onBlur: () => void;
  readonly onClose: () => void;
}

/** The types with a text in their place until something is typed. */
const withPlaceholder: readonly FormField['type'][] = ['text', 'textarea', 'number', 'email', 'phone', 'url'];

/** Escape that is for the editor, and not for a list that is open in it or for the choice of characters. */
function isEscape({ key, target, currentTarget, nativeEvent }: KeyboardEvent): boolean {
  if (key !== 'Escape' || nativeEvent.isComposing || !(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('[aria-expanded=true]') === null;
}

/** The properties of one field. */
export const FieldEditor = memo(function FieldEditor({ editor, id, hasHead, onEdit, onBlur, onClose }: FieldEditorProps) {
  const { field, typeName, problems } = editor;
  const { type } = field;
  const Icon = typeIcons[type];
  const text = { id, field, problems, onEdit };
  return (
    <section
      aria-label={`${typeName} properties`}
      className={stack}
      data-editor={editor.id}
      onBlur={onBlur}
      onKeyDown={(event) => {
        // In a sheet, the sheet closes.
        if (hasHead && isEscape(event)) onClose();
      }}
    >
      {hasHead ? (
        <div className={head}>
          <Icon aria-hidden="true" />
          <h2 className={headingStyle}>{typeName}</h2>
          <IconButton label="Close the editor of this field" title="Close (Esc)" icon={<X />} onClick={onClose} />
        </div>
      ) : null}
      {type === 'columns' ? (
        <p className={textStyle}>
          The fields after this break stand in the next column, up to the next heading or text. On a small screen the columns stand below
          each other.
        </p>
      ) : null}
      {type === 'paragraph' ? <TextPart {...text} part="content" label="Text" required rows={5} /> : null}
      {type === 'heading' ? <TextPart {...text} part="label" label="Heading" required /> : null}
      {isInput(field) ? (
        <>
          <TextPart {...text} part="label" label="Label" required />
          {hasChoices(field) ? (
            <OptionsEditor
              // The rows of another field must not take over the state of these.
              key={editor.id}
              id={`${id}-values`}
              values={field.values}
              error={problems.values ?? null}
              onEdit={(edit) => onEdit({ part: 'values', edit })}
            />
          ) : null}
          <LabelledControl id={`${id}-required`} label="Required" inline>
            {(control) => (
              <Checkbox
                {...control}
                label={type === 'checkbox' ? 'Must be checked' : 'Required'}
                checked={field.required}
                onChange={(event) => onEdit({ part: 'required', value: event.currentTarget.checked })}
              />
            )}
          </LabelledControl>
          {withPlaceholder.includes(type) ? <TextPart {...text} part="placeholder" label="Placeholder" help="In the empty field." /> : null}
          <TextPart {...text} part="help" label="Help text" help="Below the field." rows={2} />
          <DefaultControl id={`${id}-default`} field={field} error={problems.default ?? null} onEdit={onEdit} />
          <LabelledControl id={`${id}-width`} label="Width" group>
            {(control) => (
              <Segmented
                {...control}
                aria-labelledby={fieldIds(`${id}-width`).label}
                value={field.width}
                options={widths}
                onChange={(value) => onEdit({ part: 'width', value })}
              />
            )}
          </LabelledControl>
          <KeyPart id={`${id}-key`} editor={editor} onEdit={onEdit} />
        </>
      ) : null}
    </section>
  );
});

/** True where the editor need not be drawn again. */
export function sameEditor(a: EditorView | null, b: EditorView | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.id === b.id &&
    a.field === b.field &&
    a.isKeyDerived === b.isKeyDerived &&
    a.keyWarning === b.keyWarning &&
    sameJson(toJson(a.problems), toJson(b.problems))
  );
}

const widths = [
  { value: 'full', label: 'Full' },
  { value: 'half', label: 'Half' },
] as const;

interface TextPartProps {
  readonly id: string;
  readonly field: FormField;
  readonly problems: EditorView['problems'];
  readonly part: 'label' | 'placeholder' | 'help' | 'content';
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** Several lines. */
  readonly rows?: number;
  readonly onEdit: (edit: FieldEdit) => void;
}

function TextPart({ id, field, problems, part, label, help, required, rows, onEdit }: TextPartProps) {
  const error = part === 'label' || part === 'content' ? (problems[part] ?? null) : null;
  return (
    <LabelledControl id={`${id}-${part}`} label={label} help={help} error={error} required={required ?? false}>
      {(control) => {
        const props = { ...control, value: field[part], maxLength: mostCharacters[part], autoComplete: 'off' };
        return rows === undefined ? (
          <TextInput {...props} onChange={(event) => onEdit({ part, value: event.currentTarget.value })} />
        ) : (
          <Textarea {...props} rows={rows} autosize onChange={(event) => onEdit({ part, value: event.currentTarget.value })} />
        );
      }}
    </LabelledControl>
  );
}

interface KeyPartProps {
  readonly id: string;
  readonly editor: EditorView;
  readonly onEdit: (edit: FieldEdit) => void;
}

function KeyPart({ id, editor: { field, problems, keyWarning, isKeyDerived }, onEdit }: KeyPartProps) {
  const help = isKeyDerived ? 'Follows the label. Submissions name the value by it.' : 'Submissions name the value by it.';
  return (
    <LabelledControl
      id={id}
      label="Key"
      required
      help={help}
      error={problems.key ?? null}
      hasNote={keyWarning !== null}
      warned={keyWarning !== null}
      notes={<FieldNotes id={id} warning={keyWarning} />}
    >
      {(control) => (
        <TextInput
          {...control}
          value={field.key}
          maxLength={mostCharacters.key}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onEdit({ part: 'key', value: event.currentTarget.value })}
        />
      )}
    </LabelledControl>
  );
}
