/**
 * What a change of the write path could break, one small mutation each. Every one of them loses, doubles or misreports a save,
 * so the simulator must fail with it. `from` stands exactly once in `file`.
 */
export interface Defect {
  readonly name: string;
  /** In plain words. */
  readonly breaks: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
