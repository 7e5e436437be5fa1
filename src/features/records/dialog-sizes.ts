/** The size of a record's dialog, by the width in the definition. */
export const dialogSizes = { '40rem': 'large', '80rem': 'wide', '80%': 'share' } as const;
