import { css } from '#styled/css/index.js';

/** The words of an action in the top bar: seen where there is room, always there for screen readers. */
export const barActionText = css({ srOnly: { base: true, xl: false } });
