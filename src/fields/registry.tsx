import type { ComponentType, ReactElement } from 'react';
import type { FieldKind, FieldOf } from '#contract/settings/field.ts';
import { CheckboxFieldView } from './checkbox-field.tsx';
import { ChoiceFieldView } from './choice-field.tsx';
import { CodeFieldView } from './code-field.tsx';
import { ColorFieldView } from './color-field.tsx';
import type { FieldComponentProps } from './field-props.ts';
import { LazyFileField } from './lazy-file-field.tsx';
import { MultilineFieldView } from './multiline-field.tsx';
import { NumberFieldView } from './number-field.tsx';
import { OpacityFieldView } from './opacity-field.tsx';
import { RadioFieldView } from './radio-field.tsx';
import { SecretFieldView } from './secret-field.tsx';
import { SelectFieldView } from './select-field.tsx';
import { TextFieldView } from './text-field.tsx';
import { ThemeColorFieldView } from './theme-color-field.tsx';
import { ToggleFieldView } from './toggle-field.tsx';

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
  opacity: OpacityFieldView,
  checkbox: CheckboxFieldView,
  toggle: ToggleFieldView,
  select: SelectFieldView,
  radio: RadioFieldView,
  color: ColorFieldView,
  themeColor: ThemeColorFieldView,
  logo: RadioFieldView,
  image: LazyFileField,
  file: LazyFileField,
  menu: ChoiceFieldView,
  form: ChoiceFieldView,
};

/** Any field, drawn by its kind; a secret of any kind in its own way. */
export function FieldView(props: FieldComponentProps): ReactElement {
  return props.field.secret ? <SecretFieldView {...props} /> : draw(props.field.kind, props);
}

function draw<K extends FieldKind>(kind: K, props: FieldComponentProps<FieldOf<K>>): ReactElement {
  const Component: ComponentType<FieldComponentProps<FieldOf<K>>> = fieldRegistry[kind];
  return <Component {...props} />;
}
