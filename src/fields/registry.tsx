import type { FunctionComponent, ReactElement } from 'react';
import type { Field, FieldKind, FieldOf } from '#contract/fields/field.ts';
import { CheckboxFieldView } from './checkbox-field.tsx';
import { nameWithPlace } from '#machines/settings-screen/label-places.ts';
import { FieldOutline } from './field-outline.tsx';
import type { FieldComponentProps } from './field-shell.tsx';
import { selectPart } from './lazy-select.tsx';
import { MultilineFieldView } from './multiline-field.tsx';
import { SelectFieldView } from './select-field.tsx';
import { ErrorBoundary, LazyBoundary, type LazyComponent, lazyComponent, type AnyLazyComponent } from '#src/ui/lazy-component.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { TextFieldView } from './text-field.tsx';

// Most screens do not have these kinds: their code loads with the first screen that has a field of the kind.
const choiceField = lazyField(async () => (await import('./choice-field.tsx')).ChoiceFieldView);
const codeField = lazyField(async () => (await import('./code-field.tsx')).CodeFieldView);
const colorField = lazyField(async () => (await import('./color-field.tsx')).ColorFieldView);
const fileField = lazyField(async () => (await import('./file-field.tsx')).FileFieldView);
const formFieldsField = lazyField(async () => (await import('./form-fields-field.tsx')).FormFieldsFieldView);
const imagesField = lazyField(async () => (await import('./images-field.tsx')).ImagesFieldView);
const itemsField = lazyField(async () => (await import('./items-field.tsx')).ItemsFieldView);
const numberField = lazyField(async () => (await import('./number-field.tsx')).NumberFieldView);
const radioField = lazyField(async () => (await import('./radio-field.tsx')).RadioFieldView);
const rangeField = lazyField(async () => (await import('./range-field.tsx')).RangeFieldView);
const recordsField = lazyField(async () => (await import('./records-field.tsx')).RecordsFieldView);
const secretField = lazyField(async () => (await import('./secret-field.tsx')).SecretFieldView);
const themeColorField = lazyField(async () => (await import('./theme-color-field.tsx')).ThemeColorFieldView);
const toggleField = lazyField(async () => (await import('./toggle-field.tsx')).ToggleFieldView);

function lazyField<F extends Field>(load: () => Promise<FunctionComponent<FieldComponentProps<F>>>): LazyComponent<FieldComponentProps<F>> {
  return lazyComponent(load, ({ field }) => notLoaded(field));
}

const notLoaded = ({ label }: Field): ReactElement => (
  <Notice tone="warning">{`“${label}” could not be loaded. It is tried again when the server can be reached. You can also reload the page.`}</Notice>
);

type FieldEntry<F extends Field> = FunctionComponent<FieldComponentProps<F>> | LazyComponent<FieldComponentProps<F>>;

/** Exhaustive: a new kind in the contract does not compile until it has a component here. */
type FieldRegistry = { readonly [K in FieldKind]: FieldEntry<FieldOf<K>> };

const fieldRegistry: FieldRegistry = {
  text: TextFieldView,
  multiline: MultilineFieldView,
  lines: MultilineFieldView,
  url: TextFieldView,
  email: TextFieldView,
  telephone: TextFieldView,
  code: codeField,
  number: numberField,
  opacity: rangeField,
  checkbox: CheckboxFieldView,
  toggle: toggleField,
  select: SelectFieldView,
  radio: radioField,
  color: colorField,
  themeColor: themeColorField,
  logo: radioField,
  image: fileField,
  file: fileField,
  menu: choiceField,
  form: choiceField,
  slider: rangeField,
  images: imagesField,
  record: choiceField,
  records: recordsField,
  items: itemsField,
  formFields: formFieldsField,
};

/** Draws a field by its kind; a secret is drawn as a secret, whatever its kind, unless it can be read. */
export function FieldControl(given: FieldComponentProps): ReactElement {
  // Everything that names the field, its buttons included, names it apart from others.
  const props = given.place ? { ...given, field: { ...given.field, label: nameWithPlace(given.field.label, given.place) } } : given;
  return isDrawnAsSecret(props.field) ? drawEntry(secretField, props) : draw(props.field.kind, { ...props, renderField: FieldControl });
}

const isDrawnAsSecret = ({ secret, isReadable }: Field): boolean => secret === true && !isReadable;

function draw<K extends FieldKind>(kind: K, props: FieldComponentProps<FieldOf<K>>): ReactElement {
  const entry: FieldEntry<FieldOf<K>> = fieldRegistry[kind];
  return drawEntry(entry, props);
}

function drawEntry<F extends Field>(entry: FieldEntry<F>, props: FieldComponentProps<F>): ReactElement {
  if ('preload' in entry) {
    const { field, value } = props;
    return <LazyBoundary part={entry} props={props} pending={<FieldOutline field={field} value={value} />} />;
  }
  const Component = entry;
  return (
    <ErrorBoundary fallback={notLoaded(props.field)}>
      <Component {...props} />
    </ErrorBoundary>
  );
}

/** The code of these fields that is loaded on demand. */
export function fieldParts(fields: readonly Field[]): readonly AnyLazyComponent[] {
  const parts = new Set<AnyLazyComponent>();
  for (const field of fields) {
    const entry = isDrawnAsSecret(field) ? secretField : fieldRegistry[field.kind];
    if ('preload' in entry) parts.add(entry);
    if (field.kind === 'select' || entry === choiceField) parts.add(selectPart);
  }
  return [...parts];
}
