import type { Measure } from '../measure.ts';

/** What the stopwatch calls its measurements in a trace. */
type Measurement = 'load' | 'opening' | 'notification' | 'key';

/** A figure of the benchmark that is broken into its parts. */
export interface Step {
  /** The figure's name. */
  readonly figure: string;
  /** The head of its column. */
  readonly title: string;
  readonly measurement: Measurement;
  /** Which of the measurements of one round belong to it. */
  readonly pick: <T>(all: readonly T[]) => readonly T[];
  readonly rounds: number;
}

const first = <T>(all: readonly T[]): readonly T[] => all.slice(0, 1);
/** After the first opening, every other click leads back to that screen; the last one does on a slow network. */
const again = <T>(all: readonly T[]): readonly T[] => all.slice(1, -1).filter((_, index) => index % 2 === 1);
/** Of an address that is typed; the first keys wait for what is done once. */
const withoutFirstKeys = <T>(all: readonly T[]): readonly T[] => all.slice(5);

export const steps: readonly Step[] = [
  { figure: 'Cold load to the sign-in form', title: 'cold load to the sign-in form', measurement: 'load', pick: first, rounds: 9 },
  { figure: 'Reload of a settings screen', title: 'reload of a settings screen', measurement: 'load', pick: first, rounds: 9 },
  { figure: 'Offline cold start to a settings screen', title: 'offline start', measurement: 'load', pick: first, rounds: 9 },
  { figure: 'Open a settings screen, first time', title: 'first opening', measurement: 'opening', pick: first, rounds: 7 },
  { figure: 'Open a settings screen, again', title: 'opening again', measurement: 'opening', pick: again, rounds: 5 },
  { figure: 'Save confirmed by the server', title: 'save confirmed', measurement: 'notification', pick: first, rounds: 9 },
  { figure: 'Save kept on the device', title: 'save kept', measurement: 'notification', pick: first, rounds: 9 },
  { figure: 'Key to next frame', title: 'one key', measurement: 'key', pick: withoutFirstKeys, rounds: 1 },
];

export interface Found {
  readonly measure: Measure;
  /** The figure's key in it. */
  readonly key: string;
}

/** The steps whose figures are among those of these measures. */
export function stepsOf(measures: readonly Measure[]): readonly { readonly step: Step; readonly found: Found }[] {
  return steps.flatMap((step) =>
    measures.flatMap((measure) => {
      const key = Object.keys(measure.figures).find((each) => measure.figures[each]?.name === step.figure);
      return key === undefined ? [] : [{ step, found: { measure, key } }];
    }),
  );
}
