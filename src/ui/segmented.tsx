import type { ReactNode } from 'react';
import { css } from '#styled/css/index.js';
import { Radios, type RadiosProps } from './radios.tsx';

const group = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  maxWidth: 'full',
  width: 'fit',
  padding: '0.5',
  gap: '0.5',
  border: 'control',
  borderRadius: 'md',
  backgroundColor: 'surface',
  '&[aria-invalid=true]': { borderColor: 'danger.solid' },
});
const item = css({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  minHeight: '7',
  paddingInline: '3',
  borderRadius: 'sm',
  color: 'text.muted',
  fontWeight: 'medium',
  cursor: 'pointer',
  '& svg': { width: '4', height: '4' },
  '&:hover:not(:has(:disabled, :checked))': { color: 'text', backgroundColor: 'surface.hover' },
  '&:has(:checked)': {
    color: 'accent.text',
    backgroundColor: 'accent.subtle',
    boxShadow: '[inset 0 0 0 1px token(colors.accent.border)]',
    _highContrast: { forcedColorAdjust: 'none', color: 'accent.on', backgroundColor: 'accent.solid' },
  },
  '&:has(:disabled)': { cursor: 'not-allowed', opacity: 'dimmed' },
  '&:has(:focus-visible)': { outline: 'focus', outlineOffset: '[2px]' },
});
const input = css({ position: 'absolute', inset: '0', opacity: 'hidden', cursor: 'inherit' });

export interface Segment<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
}

/** A radio group in one line, for few choices that are all visible at once. */
export function Segmented<V extends string>(props: RadiosProps<Segment<V>>) {
  return (
    <Radios
      {...props}
      look={{ group, item, input }}
      draw={({ icon, label }) => (
        <>
          {icon}
          {label}
        </>
      )}
    />
  );
}
