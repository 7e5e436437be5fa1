import { describe } from 'vitest';
import { indexedDbDevice } from './testing/indexed-db-device.ts';
import { describeUnnamedUploads } from './testing/unnamed-uploads-suite.ts';
import { describeRejectedUploads } from './testing/rejected-uploads-suite.ts';
import { describeUploads } from './testing/uploads-suite.ts';

describe('pending files', () => describeUploads(indexedDbDevice));
describe('rejected files', () => describeRejectedUploads(indexedDbDevice));
describe('unnamed files', () => describeUnnamedUploads(indexedDbDevice));
