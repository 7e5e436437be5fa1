import * as v from 'valibot';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      optionalDependencies: v.optional(v.record(v.string(), v.string())),
    }),
  ),
});

export interface MissingPackage {
  readonly name: string;
  readonly range: string;
  /** Only development needs it. */
  readonly dev: boolean;
}

/** Optional packages that some package requires and that the lock file does not contain. */
export function missingFromLock(lock: unknown): readonly MissingPackage[] {
  const { packages } = v.parse(lockSchema, lock);
  const found = new Map<string, MissingPackage>();
  for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const near = `${path === '' ? '' : `${path}/`}node_modules/${name}`;
      if (near in packages || `node_modules/${name}` in packages) continue;
      found.set(name, { name, range, dev: dev && (found.get(name)?.dev ?? true) });
    }
  }
  return [...found.values()];
}
