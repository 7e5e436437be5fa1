/** A mutant that no test can find, since the machine does the same with it. */
export interface EquivalentMutant {
  readonly machine: string;
  /** As `npm run charts -- --mutants` prints it. */
  readonly where: string;
  readonly what: string;
  readonly why: string;
}

/** One that a test finds, or that is no longer there, fails `npm run charts -- --mutants`. */
export const equivalentMutants: readonly EquivalentMutant[] = [];
