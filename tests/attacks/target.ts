/** The server under attack, on this machine. */
export interface Target {
  readonly port: number;
  readonly pid: number;
}
