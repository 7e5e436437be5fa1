import { checkPaths } from '../testing/check-paths.ts';
import { homepagePaths } from './homepage.paths.ts';

checkPaths(homepagePaths);
