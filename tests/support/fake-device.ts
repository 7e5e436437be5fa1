// Node has no IndexedDB: the device store's tests run on this one here, and on the real one in Chromium.
import 'fake-indexeddb/auto';
