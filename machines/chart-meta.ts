import type { RequirementId } from '#contract/requirements.ts';

/** What is said of a state or a transition. The build leaves it out: State flows reads it from the exported charts. */
export interface ChartMeta {
  /** Where a test finds the state on the screen. */
  readonly testId?: string;
  /** What a person sees in the state. */
  readonly sees?: string;
  /** The requirements that the transition meets. */
  readonly requirements?: readonly RequirementId[];
  /** In place of requirements: why a person neither causes nor sees the transition. */
  readonly internal?: string;
}
