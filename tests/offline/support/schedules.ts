/**
 * How many random schedules run, and from which seed: in Node, and in Chromium on the real IndexedDB, which is slower. Each of the two runs
 * different schedules.
 */
export function schedules(inNode: number, inChromium: number): { readonly seed: number; readonly numRuns: number } {
  return 'document' in globalThis ? { seed: 20_261_122, numRuns: inChromium } : { seed: 20_261_120, numRuns: inNode };
}
