/**
 * Resolves when all animations on the page have ended, but those that never do: endless or paused ones, and those that follow the scroll.
 * Runs in the page; uses nothing from outside, so that Playwright can send it there.
 */
export async function animationsEnded(): Promise<void> {
  // A change of theme or size is repainted by the end of the next frame.
  await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  const ending = document
    .getAnimations()
    .filter(
      ({ effect, playState, timeline }) =>
        playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    );
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
