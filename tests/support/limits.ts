/**
 * How long a test waits for one event. ms. At least ten times what it takes on a fast machine; waits whose work grows measure progress
 * (`outboxEmptied`).
 */
export const waitMs = 30_000;

/** The limit of a whole test or hook. ms. */
export const testMs = 900_000;
