/**
 * A defect that a change of the write path could introduce, as one small replacement in the source. Each one loses, doubles or misreports a
 * save, so the simulator must fail with it, or the test that it names; except where `explained` says why nobody could notice it. `from`
 * occurs exactly once in `file`.
 */
export interface Defect {
  readonly name: string;
  /** One plain sentence. */
  readonly breaks: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /**
   * The file of unit tests that fails with it: what it breaks is in no schedule, or only in one of thousands. A test fails in a second, so
   * no schedule is run then.
   */
  readonly test?: string;
  /** Why no person could notice the defect, where no schedule catches it. It counts as not caught all the same. */
  readonly explained?: string;
}
