/** The key of the one block that the homepage screen leaves out: the footer screen edits it. Known without the whole catalogue. */
export const footerBlockKey = 'footer';
