import type { ReactNode } from 'react';
import { css } from '#styled/css/index.js';
import { Radios, type RadiosProps } from './radios.tsx';

const group = css({ display: 'flex', flexDirection: 'column', gap: '1', outlineOffset: '[4px]', borderRadius: 'sm' });
const item = css({
  display: 'inline-flex',
  alignItems: 'flex-start',
  gap: '2.5',
  minHeight: '7',
  width: 'fit',
  cursor: 'pointer',
  '&:has(:disabled)': { cursor: 'not-allowed', color: 'text.muted' },
});
const input = css({
  appearance: 'none',
  display: 'grid',
  placeContent: 'center',
  flexShrink: '0',
  width: '5',
  height: '5',
  marginTop: '0.5',
  border: 'control',
  borderRadius: 'full',
  backgroundColor: 'surface',
  cursor: 'inherit',
  '&:checked': { borderColor: 'accent.solid' },
  '&:checked::before': { content: '""', width: '2.5', height: '2.5', borderRadius: 'full', backgroundColor: 'accent.solid' },
  '[aria-invalid=true] &': { borderColor: 'danger.solid' },
});
const sub = css({ display: 'block', fontSize: 'sm', color: 'text.muted' });

export interface RadioOption {
  readonly value: string;
  readonly label: ReactNode;
  readonly description?: ReactNode;
}

export function RadioGroup(props: RadiosProps<RadioOption>) {
  return (
    <Radios
      {...props}
      look={{ group, item, input }}
      draw={({ label, description }) => (
        <span>
          {label}
          {description ? <span className={sub}>{description}</span> : null}
        </span>
      )}
    />
  );
}
