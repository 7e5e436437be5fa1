import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import type { FieldKind, FieldOf } from '#contract/fields/field.ts';
import { CheckboxFieldView } from './checkbox-field.tsx';
import { nameWithPlace } from '#machines/settings-screen/label-places.ts';
import { FieldOutline } from './field-outline.tsx';
import type { FieldComponentProps } from './field-shell.tsx';
import { MultilineFieldView } from './multiline-field.tsx';
import { SelectFieldView } from './select-field.tsx';
import { LoadGuard } from '#src/ui/load-guard.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { TextFieldView } from './text-field.tsx';

// Most screens do not have these kinds: their code loads with the first field of the kind.
const ChoiceFieldView = lazy(() => import('./choice-field.tsx').then((module) => ({ default: module.ChoiceFieldView })));
const CodeFieldView = lazy(() => import('./code-field.tsx').then((module) => ({ default: module.CodeFieldView })));
const ColorFieldView = lazy(() => import('./color-field.tsx').then((module) => ({ default: module.ColorFieldView })));
const FileFieldView = lazy(() => import('./file-field.tsx').then((module) => ({ default: module.FileFieldView })));
const FormFieldsFieldView = lazy(() => import('./form-fields-field.tsx').then((module) => ({ default: module.FormFieldsFieldView })));
const ImagesFieldView = lazy(() => import('./images-field.tsx').then((module) => ({ default: module.ImagesFieldView })));
const ItemsFieldView = lazy(() => import('./items-field.tsx').then((module) => ({ default: module.ItemsFieldView })));
const NumberFieldView = lazy(() => import('./number-field.tsx').then((module) => ({ default: module.NumberFieldView })));
const RadioFieldView = lazy(() => import('./radio-field.tsx').then((module) => ({ default: module.RadioFieldView })));
const RangeFieldView = lazy(() => import('./range-field.tsx').then((module) => ({ default: module.RangeFieldView })));
const RecordsFieldView = lazy(() => import('./records-field.tsx').then((module) => ({ default: module.RecordsFieldView })));
const SecretFieldView = lazy(() => import('./secret-field.tsx').then((module) => ({ default: module.SecretFieldView })));
const ThemeColorFieldView = lazy(() => import('./theme-color-field.tsx').then((module) => ({ default: module.ThemeColorFieldView })));
const ToggleFieldView = lazy(() => import('./toggle-field.tsx').then((module) => ({ default: module.ToggleFieldView })));

/** Exhaustive: a new kind in the contract does not compile until it has a component here. */
type FieldRegistry = { readonly [K in FieldKind]: ComponentType<FieldComponentProps<FieldOf<K>>> };

export const fieldRegistry: FieldRegistry = {
  text: TextFieldView,
  multiline: MultilineFieldView,
  lines: MultilineFieldView,
  url: TextFieldView,
  email: TextFieldView,
  telephone: TextFieldView,
  code: CodeFieldView,
  number: NumberFieldView,
  opacity: RangeFieldView,
  checkbox: CheckboxFieldView,
  toggle: ToggleFieldView,
  select: SelectFieldView,
  radio: RadioFieldView,
  color: ColorFieldView,
  themeColor: ThemeColorFieldView,
  logo: RadioFieldView,
  image: FileFieldView,
  file: FileFieldView,
  menu: ChoiceFieldView,
  form: ChoiceFieldView,
  slider: RangeFieldView,
  images: ImagesFieldView,
  record: ChoiceFieldView,
  records: RecordsFieldView,
  items: ItemsFieldView,
  formFields: FormFieldsFieldView,
};

/** Draws a field by its kind; a secret is drawn as a secret, whatever its kind, unless it can be read. */
export function FieldControl(given: FieldComponentProps): ReactElement {
  // Everything that names the field, its buttons included, names it apart from others.
  const props = given.place ? { ...given, field: { ...given.field, label: nameWithPlace(given.field.label, given.place) } } : given;
  return (
    <LoadGuard
      fallback={<Notice tone="warning">{`“${props.field.label}” could not be loaded. Reload the page when there is a connection.`}</Notice>}
    >
      <Suspense fallback={<FieldOutline field={props.field} value={props.value} applies={props.applies !== undefined} />}>
        {props.field.secret && !props.field.isReadable ? (
          <SecretFieldView {...props} />
        ) : (
          draw(props.field.kind, { ...props, renderField: FieldControl })
        )}
      </Suspense>
    </LoadGuard>
  );
}

function draw<K extends FieldKind>(kind: K, props: FieldComponentProps<FieldOf<K>>): ReactElement {
  const Component: ComponentType<FieldComponentProps<FieldOf<K>>> = fieldRegistry[kind];
  return <Component {...props} />;
}
