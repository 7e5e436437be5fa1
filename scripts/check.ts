import { runChecks } from './checks.ts';

const { failed } = await runChecks({ withImportLaw: true });
process.exitCode = failed > 0 ? 1 : 0;
