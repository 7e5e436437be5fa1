import { join } from 'node:path';
import type { ServerConfig } from '../config.ts';

export const uploadsDirOf = ({ dataDir }: Pick<ServerConfig, 'dataDir'>): string => join(dataDir, 'uploads');
export const mailDirOf = ({ dataDir }: Pick<ServerConfig, 'dataDir'>): string => join(dataDir, 'mail');

export const distDir = join(import.meta.dirname, '../../dist');
