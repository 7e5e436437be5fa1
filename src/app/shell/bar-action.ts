import { css } from '#styled/css/index.js';

/** Less padding where only the icon is visible, to leave room for the website's name; with very large text on a phone the search of the user menu leads to it. */
export const barAction = css({ '&&': { paddingInline: { base: '4', _slimBar: '2' }, _tinyBox: { display: 'none' } } });

/** The label of an action in the top bar: visible where there is room, always there for screen readers. */
export const barActionText = css({ srOnly: { _shortBar: true } });
