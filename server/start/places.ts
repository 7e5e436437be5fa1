import { join } from 'node:path';
import type { Config } from '../config.ts';

export const uploadsDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'uploads');
export const mailDirOf = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'mail');

export const distDir = join(import.meta.dirname, '../../dist');
