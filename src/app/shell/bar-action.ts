import { css } from '#styled/css/index.js';

/** Less padding where only the icon is visible, to leave room for the website's name. */
export const barAction = css({ '&&': { paddingInline: { base: '2', md: '4' } } });

/** The label of an action in the top bar: visible where there is room, always there for screen readers. */
export const barActionText = css({ srOnly: { base: true, xl: false } });
