import { defects } from './defects.ts';
import { reportOf, runPlanted } from './planted.ts';

/** The share of the planted defects that the simulator must catch. */
const leastShare = 0.95;

/** Runs all planted defects, or those whose name contains `wanted`, and prints the table. False where too few are caught. */
export async function runAllPlanted(wanted: string, schedules: number): Promise<boolean> {
  const exact = defects.filter(({ name }) => name === wanted);
  const chosen = exact.length > 0 ? exact : defects.filter(({ name }) => name.includes(wanted));
  if (chosen.length === 0) throw new Error(`no planted defect is called ${wanted}`);
  const lines = await runPlanted(chosen, schedules, (line) => console.error(reportOf(defects, [line]).split('\n')[0]));
  console.log(reportOf(defects, lines));
  return lines.filter(({ result }) => result !== null).length >= leastShare * lines.length;
}
