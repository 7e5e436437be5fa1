import { readFileSync } from 'node:fs';
import { buildHash } from './inputs.mjs';

/** `0.1.0+3f2a9c1d`: the package's version and a hash of everything that the console is built from. */
export function appVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0.0.0';
  return `${version}+${buildHash().slice(0, 8)}`;
}
