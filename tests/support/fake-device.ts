// Setup files hold imports only: they run again for each test file, and what they import runs once for a worker.

// Node has no IndexedDB: the device store's tests run on this one here, and on the real one in Chromium.
import 'fake-indexeddb/auto';
import './quick-clone.ts';
