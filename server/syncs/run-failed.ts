/** Why a run has failed, for people. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
}
