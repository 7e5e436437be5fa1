import { Eye, EyeOff } from 'lucide-react';
import { css } from '#styled/css/index.js';
import { SwitchInput } from './switch-input.tsx';

const pill = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  width: '[4.75rem]',
  minHeight: '7',
  border: 'control',
  borderRadius: 'full',
  backgroundColor: 'surface',
  color: 'text.muted',
  fontSize: 'sm',
  fontWeight: 'medium',
  cursor: 'pointer',
  '& svg': { width: '4', height: '4' },
  '&:hover': { backgroundColor: 'surface.hover', color: 'text' },
  '&:has(:checked)': {
    color: 'accent.text',
    backgroundColor: 'accent.subtle',
    borderColor: 'accent.border',
    _highContrast: { forcedColorAdjust: 'none', color: 'accent.on', backgroundColor: 'accent.solid' },
  },
  '&:has([aria-invalid=true])': { borderColor: 'danger.solid' },
  '&:has(:focus-visible)': { outline: 'focus', outlineOffset: '[2px]' },
});
const input = css({ position: 'absolute', inset: '0', opacity: 'hidden', cursor: 'inherit' });

export interface PillToggleProps {
  readonly id: string;
  readonly 'aria-label': string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  /** Its text while it is on, and while it is off. */
  readonly on: string;
  readonly off: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly onBlur?: () => void;
}

/** Two states in little space, for grids; elsewhere `Segmented` shows both choices at once. */
export function PillToggle({ on, off, checked, onChange, ...rest }: PillToggleProps) {
  const Icon = checked ? Eye : EyeOff;
  return (
    <label className={pill}>
      <SwitchInput {...rest} checked={checked} className={input} onChange={(event) => onChange(event.currentTarget.checked)} />
      <Icon aria-hidden="true" />
      <span aria-hidden="true">{checked ? on : off}</span>
    </label>
  );
}
