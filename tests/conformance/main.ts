import { parseArgs } from 'node:util';
import { conformance } from './checks.ts';
import { describeFindings } from './report.ts';
import { target } from './target.ts';

const usage = 'npm run conformance -- --api https://api.example.com/api --email you@example.com --password … [--read-only | --add]\n';

const { values } = parseArgs({
  options: {
    api: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    'read-only': { type: 'boolean', default: false },
    add: { type: 'boolean', default: false },
  },
});
const { api, email, password } = values;
if (api === undefined || email === undefined || password === undefined) {
  process.stderr.write(usage);
  process.exit(2);
}
const extent = values['read-only'] ? 'reading' : values.add ? 'adding' : 'restoring';
const findings = await conformance(target(api), { email, password }, extent);
process.stdout.write(`${describeFindings(findings)}\n`);
process.exitCode = findings.some((finding) => finding.kind === 'fail') ? 1 : 0;
