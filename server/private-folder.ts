import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The permission bits of other users in a file's mode. */
const others = 0o077;

/** The parts of the engine's module that are used here; its own types declare less than it exports. */
interface EngineModule {
  readonly NODEFS: {
    readonly node_ops: { setattr: (node: unknown, attributes: { readonly mode?: number | null }) => void };
  };
}

function isEngineModule(module: object): module is EngineModule {
  const files: unknown = 'NODEFS' in module ? module.NODEFS : null;
  if (typeof files !== 'object' || files === null || !('node_ops' in files)) return false;
  const operations = files.node_ops;
  return typeof operations === 'object' && operations !== null && 'setattr' in operations && typeof operations.setattr === 'function';
}

/**
 * The embedded engine's folder, with files only for their owner. The engine sets the mode of each new file itself, past the process's
 * umask: 0666 while a database is created, 0644 for some of its caches later. Throws where a later version of the engine has no place to
 * override that.
 */
export class PrivateFolder extends NodeFS {
  override init(...[engine, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    return super.init(engine, { ...options, preRun: [...(options.preRun ?? []), narrowModes] });
  }
}

function narrowModes(module: object): void {
  if (!isEngineModule(module)) throw new Error('the embedded engine’s files can’t be kept private: it has changed');
  const operations = module.NODEFS.node_ops;
  const { setattr } = operations;
  operations.setattr = (node, attributes) =>
    setattr(node, typeof attributes.mode === 'number' ? { ...attributes, mode: attributes.mode & ~others } : attributes);
}
