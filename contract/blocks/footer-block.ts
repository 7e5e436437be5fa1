/**
 * The key of the one block that the homepage screen leaves out, because the footer screen edits it. In its own file, so that the whole
 * catalogue need not load.
 */
export const footerBlockKey = 'footer';

/** By which the header of a rendered page is found, as the footer is by its block's key. */
export const headerPartKey = 'header';
