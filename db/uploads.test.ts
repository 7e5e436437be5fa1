import { indexedDbDevice } from './testing/indexed-db-device.ts';
import { describeUploads } from './testing/uploads-suite.ts';

describeUploads(indexedDbDevice);
