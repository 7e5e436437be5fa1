// Setup files contain only imports: they run again for each test file, and the imported modules run once for each worker.

// Node has no IndexedDB: the client store's tests run on this fake one here, and on the real one in Chromium.
import 'fake-indexeddb/auto';
import './quick-clone.ts';
