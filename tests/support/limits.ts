/**
 * How long a test waits for one thing before it calls it missing. ms. No bet on the machine's speed: nothing here takes a
 * tenth of it on a fast one, and what grows with the work is waited for by its progress (`untilNone`).
 */
export const waitMs = 30_000;

/** When a test is given up that waits for nothing with a limit of its own. ms. */
export const testMs = 900_000;
