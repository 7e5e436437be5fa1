import { describe } from 'vitest';
import { indexedDbDevice } from './testing/indexed-db-device.ts';
import { describeLeftUploads } from './testing/left-uploads-suite.ts';
import { describeRefusedUploads } from './testing/rejected-uploads-suite.ts';
import { describeUploads } from './testing/uploads-suite.ts';

describe('files that wait', () => describeUploads(indexedDbDevice));
describe('files that are refused', () => describeRefusedUploads(indexedDbDevice));
describe('files that are left', () => describeLeftUploads(indexedDbDevice));
