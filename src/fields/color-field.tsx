import type { ReactNode } from 'react';
import type { ColorField } from '#contract/fields/field.ts';
import type { ColorPickerProps } from '#src/ui/color-picker.tsx';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { Swatch } from '#src/ui/swatch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { css } from '#styled/css/index.js';
import { useBrandColors } from './brand-colors.ts';
import { ColorName, colorRow, ContrastMark } from './color-row.tsx';
import { colorText, isColor } from './color-text.ts';
import { type FieldComponentProps, FieldShell, textValue } from './field-shell.tsx';
import { addRecentColor, recentColors } from './recent-colors.ts';

const picker = lazyComponent<ColorPickerProps & { readonly swatch: ReactNode }>(
  async () => (await import('#src/ui/color-picker.tsx')).ColorPicker,
  ({ swatch }) => swatch,
);

const input = css({ '&&': { width: '[7rem]' }, flexShrink: '0', fontVariantNumeric: 'tabular-nums' });

/** A colour can always be typed; the picker is added when its code has loaded. */
export function ColorFieldView(props: FieldComponentProps<ColorField>) {
  const { field, id, value, disabled, contrast, onChange, onBlur } = props;
  const text = textValue(value);
  const brand = useBrandColors();
  const swatches = () => [
    { label: 'Colours of the website', colors: [...new Set([brand.primary_color, brand.secondary_color].filter(isSet))] },
    { label: 'Recent', colors: recentColors() },
  ];
  const addChosen = () => {
    if (isColor(text)) addRecentColor(text);
  };
  const swatch = <Swatch color={isColor(text) ? text : null} size="control" />;
  return (
    <FieldShell {...props} inline takesMarks>
      {(control, marks) => (
        <div className={colorRow}>
          <LazyBoundary
            part={picker}
            pending={swatch}
            props={{
              swatch,
              label: field.label,
              value: isColor(text) ? text : '#000000',
              isChosen: isColor(text),
              disabled,
              swatches,
              onChange,
              onClose: addChosen,
            }}
          />
          <ColorName id={id} field={field} />
          {marks}
          <ContrastMark contrast={contrast} />
          <TextInput
            {...control}
            className={input}
            name={field.key}
            value={text}
            placeholder={props.applies?.text ?? '#1a2b3c'}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
            onBlur={() => {
              const whole = colorText(text);
              if (whole !== null && whole !== text) onChange(whole);
              if (whole !== null && props.changed) addRecentColor(whole);
              onBlur();
            }}
          />
        </div>
      )}
    </FieldShell>
  );
}

const isSet = (color: string | null): color is string => color !== null && isColor(color);
