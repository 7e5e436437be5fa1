import { css } from '#styled/css/index.js';

/**
 * The class of a bar that sticks to the top of the window. The page's `scroll-padding`, which keeps a focused field clear of the
 * top bar, covers the bar itself: without this, the page would jump by as much when a control of the bar takes the focus, as it does when a
 * dialog that was opened from there closes. By as much as the greatest `scroll-padding`, that of a form with an outline.
 */
export const inStickyBar = css({
  '& :where(a, button, input)': { scrollMarginTop: '[-8.5rem]', scrollMarginBottom: '[8.5rem]' },
});
