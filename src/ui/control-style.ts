import { css } from '#styled/css/index.js';

/** The styles that all text inputs share: box, border, focus, error, disabled. Merge it with `css(control, {…})`, which lets the later one win. */
export const control = css.raw({
  display: 'block',
  width: 'full',
  minWidth: '0',
  minHeight: 'control',
  paddingInline: '3',
  paddingBlock: '1.5',
  color: 'text',
  backgroundColor: 'surface',
  border: 'control',
  borderRadius: 'md',
  // 16 px on touch screens: below it iOS zooms into the field.
  fontSize: { base: 'md', _coarse: 'lg' },
  lineHeight: 'snug',
  transitionProperty: 'colors',
  transitionDuration: 'fast',
  '&:focus-visible': { outline: 'focus', outlineOffset: '[-1px]', borderColor: 'focus' },
  '&[aria-invalid=true]': { borderColor: 'danger.solid', '&:focus-visible': { outlineColor: 'danger.solid' } },
  '&:disabled': { color: 'text.muted', backgroundColor: 'surface.sunken', cursor: 'not-allowed' },
  '&[readonly]': { backgroundColor: 'surface.sunken' },
});
