/**
 * What a change of the write path could break, one small mutation each. Every one of them loses, doubles or misreports a save,
 * so the simulator must fail with it, but for what is explained. `from` stands exactly once in `file`.
 */
export interface Defect {
  readonly name: string;
  /** One plain sentence. */
  readonly breaks: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Why no person could notice it, where no schedule catches it. It counts as not caught all the same. */
  readonly explained?: string;
}
