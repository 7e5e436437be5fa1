import { css } from '#styled/css/index.js';

/** A bar at the foot of the window, for actions on the content above it. */
export const footBar = css.raw({
  position: 'sticky',
  bottom: '[var(--docked-below, 0px)]',
  zIndex: 'sticky',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  paddingInline: '4',
  minHeight: '[3.75rem]',
  paddingBlock: '3',
  marginBlock: '4',
  backgroundColor: 'surface.raised',
  borderRadius: 'md',
  boxShadow: 'overlay',
  animation: 'riseIn',
});
