/** The first moments of a page belong to the screen that is being opened. ms. */
const firstScreenMs = 500;

/** For what nobody waits for at a start, such as asking whose token this is where the device knows it. */
export const afterFirstScreen: Promise<void> = new Promise((resolve) => {
  setTimeout(resolve, firstScreenMs);
});
