import { checkPaths } from '../testing/check-paths.ts';
import { syncPaths } from './sync.paths.ts';

checkPaths(syncPaths);
