import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { ThemeColorField } from '#contract/fields/field.ts';
import { swatchOf } from '#contract/settings/brand-colors.ts';
import { fieldIds } from '#src/ui/field-ids.ts';
import { LazyBoundary, lazyComponent } from '#src/ui/lazy-component.tsx';
import { Swatch } from '#src/ui/swatch.tsx';
import type { SwatchOption } from '#src/ui/swatch-group.tsx';
import { css } from '#styled/css/index.js';
import { useBrandColors } from './brand-colors.ts';
import { ColorName, colorRow, ContrastMark } from './color-row.tsx';
import { choiceValue, type FieldComponentProps, FieldShell } from './field-shell.tsx';
import type { ThemeColorPickerProps } from './theme-color-picker.tsx';

/** Without its code the row stays as it is, and the next click tries again. */
const picker = lazyComponent(
  async () => (await import('./theme-color-picker.tsx')).ThemeColorPicker,
  ({ closed }: ThemeColorPickerProps & { readonly closed: ReactNode }) => closed,
);

const unsetHint = 'Primary and secondary show their look once they are set in Company Branding.';
const trigger = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  flexShrink: '0',
  width: '[9rem]',
  minHeight: 'control',
  paddingInline: '3',
  border: 'control',
  borderRadius: 'md',
  backgroundColor: 'surface',
  textAlign: 'start',
  cursor: 'pointer',
  '& svg': { flexShrink: '0', color: 'text.muted' },
  '&:hover:not(:disabled)': { backgroundColor: 'surface.hover' },
  _disabled: { cursor: 'not-allowed', opacity: 'dimmed' },
});

/** One row for each colour, since a header has fifteen of them. Its colours to choose from open on demand. */
export function ThemeColorFieldView(props: FieldComponentProps<ThemeColorField>) {
  const { field, id, value, disabled, contrast, onChange, onBlur } = props;
  const [open, setOpen] = useState<boolean | null>(null);
  const [clicks, setClicks] = useState(0);
  const brand = useBrandColors();
  const looks = field.options.map((option) => swatchOf(option, (setting) => brand[setting]));
  const options = field.options.map((option, at): SwatchOption => ({ ...looks[at], value: option.value, label: option.label }));
  const chosen = options.find((option) => option.value === choiceValue(value));
  const openTo = (next: boolean) => {
    setOpen(next);
    if (!next) onBlur();
  };
  return (
    <FieldShell {...props} hint={looks.includes(null) ? unsetHint : undefined} inline takesMarks>
      {(control, marks) => {
        const { 'aria-required': _required, 'aria-invalid': _invalid, ...aria } = control;
        const valueId = `${id}-value`;
        const row = (button: ReactNode) => (
          <div className={colorRow}>
            <Swatch color={chosen?.color ?? null} hoverColor={chosen?.hoverColor} />
            <ColorName id={id} field={field} />
            {marks}
            <ContrastMark contrast={contrast} />
            {button}
          </div>
        );
        const button = (rest: ComponentProps<'button'>) => (
          <button
            {...aria}
            {...rest}
            id={id}
            type="button"
            aria-labelledby={`${fieldIds(id).label} ${valueId}`}
            disabled={disabled}
            className={trigger}
          >
            <span id={valueId}>{chosen?.label ?? 'Not chosen'}</span>
            <ChevronDown size={16} aria-hidden="true" />
          </button>
        );
        const closed = button({
          'aria-haspopup': 'dialog',
          'aria-expanded': false,
          onPointerEnter: picker.preload,
          onClick: () => {
            setClicks(clicks + 1);
            openTo(true);
          },
        });
        if (open === null) return row(closed);
        return row(
          <LazyBoundary
            key={clicks}
            part={picker}
            props={{
              id,
              label: field.label,
              value: choiceValue(value),
              options,
              open,
              trigger: button({}),
              onOpenChange: openTo,
              onChange,
              closed,
            }}
            pending={closed}
          />,
        );
      }}
    </FieldShell>
  );
}
