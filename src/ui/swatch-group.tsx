import { css } from '#styled/css/index.js';
import { Radios, type RadiosProps } from './radios.tsx';
import { Swatch } from './swatch.tsx';

const group = css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))', gap: '2', borderRadius: 'sm' });
const item = css({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: 'control',
  paddingInline: '2.5',
  border: 'hairline',
  borderRadius: 'md',
  backgroundColor: 'surface',
  cursor: 'pointer',
  '&:hover:not(:has(:disabled))': { backgroundColor: 'surface.hover' },
  '&:has(:checked)': {
    borderColor: 'accent.solid',
    boxShadow: '[inset 0 0 0 1px token(colors.accent.solid)]',
    fontWeight: 'medium',
    _highContrast: { forcedColorAdjust: 'none', color: 'accent.on', backgroundColor: 'accent.solid' },
  },
  '&:has(:disabled)': { cursor: 'not-allowed', opacity: 'dimmed' },
  '&:has(:focus-visible)': { outline: 'focus', outlineOffset: '[2px]' },
});
const input = css({ position: 'absolute', inset: '0', opacity: 'hidden', cursor: 'inherit' });

export interface SwatchOption {
  readonly value: string;
  readonly label: string;
  readonly color?: string;
  readonly hoverColor?: string;
}

/** A radio group of colours, each with its name. */
export function SwatchGroup(props: RadiosProps<SwatchOption>) {
  return (
    <Radios
      {...props}
      look={{ group, item, input }}
      draw={({ label, color, hoverColor }) => (
        <>
          <Swatch color={color ?? null} hoverColor={hoverColor} />
          {label}
        </>
      )}
    />
  );
}
