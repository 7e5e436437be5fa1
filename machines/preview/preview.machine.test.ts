import { checkPaths } from '../testing/check-paths.ts';
import { previewPaths } from './preview.paths.ts';

checkPaths(previewPaths);
