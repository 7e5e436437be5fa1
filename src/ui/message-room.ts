import { css } from '#styled/css/index.js';

/** Below a field, so that a message of two lines ends above the next one: on a small screen, and in a dialog. */
export const messageRoom = css({
  paddingBottom: { mdDown: '4' },
  '[role=dialog] &': { paddingBottom: '4' },
});
