/**
 * Runs work in a task of its own after the next frame, or soon where the page makes none: it is hidden, or there is no browser. The returned
 * function cancels it.
 */
export function afterFrame(work: () => void): () => void {
  let isOver = false;
  const soon = () => setTimeout(() => isOver || work());
  (globalThis.document?.hidden === false ? requestAnimationFrame : setTimeout)(soon);
  return () => {
    isOver = true;
  };
}
