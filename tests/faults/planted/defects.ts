import { applyDefects } from './apply-defects.ts';
import { claimDefects } from './claim-defects.ts';
import { formDefects } from './form-defects.ts';
import { indeterminateDefects } from './indeterminate-defects.ts';
import { enqueueDefects } from './enqueue-defects.ts';
import { recordDefects } from './record-defects.ts';
import { sendDefects } from './send-defects.ts';
import { storeDefects } from './store-defects.ts';
import { tabDefects } from './tab-defects.ts';
import { testedDefects } from './tested-defects.ts';
import type { Defect } from './defect.ts';

/** Every planted defect. Add a new one to the list of its part of the write path. */
export const defects: readonly Defect[] = [
  ...enqueueDefects,
  ...claimDefects,
  ...sendDefects,
  ...indeterminateDefects,
  ...applyDefects,
  ...tabDefects,
  ...recordDefects,
  ...formDefects,
  ...storeDefects,
  ...testedDefects,
];
