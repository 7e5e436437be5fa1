import { css } from '#styled/css/index.js';

/** The class for text that only a screen reader gets. */
export const visuallyHidden = css({ srOnly: true });
