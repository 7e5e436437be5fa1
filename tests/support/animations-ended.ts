/**
 * Resolves when all animations on the page have ended. Runs in the page; uses nothing from outside, so that Playwright can send it there.
 */
export async function animationsEnded(): Promise<void> {
  // A change of theme or size is repainted by the end of the next frame.
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map((one) => one.finished));
}
