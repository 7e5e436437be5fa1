/** Resolves when nothing moves any more. Runs on the page; uses nothing from outside, so that Playwright can send it there. */
export async function animationsEnded(): Promise<void> {
  // What a change of theme or size repaints is there after the next frame.
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map((one) => one.finished));
}
