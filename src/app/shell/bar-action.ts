import { css } from '#styled/css/index.js';

/** Where only the mark is seen, it takes a mark's room: the website's name needs the rest. */
export const barAction = css({ '&&': { paddingInline: { base: '2', md: '4' } } });

/** The label of an action in the top bar: visible where there is room, always there for screen readers. */
export const barActionText = css({ srOnly: { base: true, xl: false } });
