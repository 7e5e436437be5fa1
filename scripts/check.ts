import { runChecks } from './checks.ts';

const { results, output } = await runChecks({ withDependencyRules: true });
console.log(output);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
