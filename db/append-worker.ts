import { isReplaced, withoutSaved } from './without-saved.ts';
import { type AppendJob, type AppendOutcome, rowsAsText, type WorkerAnswer, type WorkerJob, type WorkerStart } from './append-job.ts';

/*
 * The worker that writes saves. After a click Chromium holds back the answers of IndexedDB in the page until the next frame has been drawn, but
 * not here; and what a BroadcastChannel brings to the page is not held back either.
 */

/** The channel by which Dexie tells the live views of every tab what has changed. */
const dexieChannel = 'x-storagemutated-1';
/** All keys, in Dexie's notation. */
const everyKey = { from: Number.NEGATIVE_INFINITY, to: [[[]]], d: 1 };

const tables = ['meta', 'resources', 'outbox', 'tabDrafts'];

addEventListener('message', ({ data }: MessageEvent<WorkerStart>) => start(data), { once: true });

function start({ channel: name, store, version }: WorkerStart): void {
  const channel = new BroadcastChannel(name);
  const send = (answer: WorkerAnswer) => channel.postMessage(answer);
  const views = new BroadcastChannel(dexieChannel);
  const request = indexedDB.open(store);
  // There is no store, or another one than the page knows.
  request.onupgradeneeded = () => request.transaction?.abort();
  request.onerror = (event) => event.preventDefault();
  request.onsuccess = () => {
    const db = request.result;
    if (db.version !== version) return db.close();
    // A newer version must not have to wait for this one. Every job is answered with `changed` from then on.
    db.onversionchange = () => db.close();
    const { indexNames } = db.transaction('outbox').objectStore('outbox');
    const changes = Object.fromEntries(['', ':dels', ...indexNames].map((index) => [`idb://${store}/outbox/${index}`, everyKey]));
    addEventListener('message', ({ data: { id, job } }: MessageEvent<WorkerJob>) => {
      append(db, job, (outcome) => {
        send({ id, outcome });
        if (outcome === 'written') views.postMessage(changes);
      });
    });
    // Held for as long as this worker lives, so that the page gets it once it can carry out no job any more.
    void navigator.locks.request(name, () => {
      send({ id: 0, outcome: null });
      return new Promise(() => undefined);
    });
  };
}

function append(db: IDBDatabase, { records, expected, rows, mark, drafts }: AppendJob, done: (outcome: AppendOutcome) => void): void {
  const transaction = beginTransaction(db);
  if (!transaction) {
    done('changed');
    return;
  }
  const [meta, resources, outbox, tabDrafts] = tables.map((name) => transaction.objectStore(name));
  const reads = records.map(({ epoch, cached, entries }) => ({
    epoch: meta?.get(epoch),
    cached: resources?.get(cached),
    // By their numbers, since all of them have the same key.
    entries: outbox?.index('[userId+record]').getAll(entries),
  }));
  const drafted = drafts.map(({ key, saved }) => ({
    key,
    saved,
    rows: tabDrafts?.index('[userId+websiteId+screen]').getAll(key.slice(0, 3)),
  }));
  const takeFromDrafts = () => {
    for (const { key, saved, rows: { result = [] } = {} } of drafted)
      for (const draft of result) {
        // That of this tab, and the one that its form was opened with.
        if (!isReplaced(draft, key[3], saved.replaces)) continue;
        const left = withoutSaved(draft, saved);
        if (left) tabDrafts?.put(left);
        else tabDrafts?.delete(draft.seq);
      }
  };
  const write = () => {
    const found = reads.map(({ epoch, cached, entries }) => ({
      epoch: epoch?.result,
      cached: cached?.result,
      entries: entries?.result ?? [],
    }));
    if (rowsAsText(found) === expected) {
      for (const row of rows) outbox?.put(row);
      if (mark) meta?.put(mark);
      takeFromDrafts();
      transaction.commit();
    } else transaction.abort();
  };
  // Answers come in the order of the requests.
  (drafted.at(-1)?.rows ?? reads.at(-1)?.entries)?.addEventListener('success', write);
  transaction.oncomplete = () => done('written');
  transaction.onabort = () => done('changed');
}

/** Null where the connection is closed. */
function beginTransaction(db: IDBDatabase): IDBTransaction | null {
  try {
    return db.transaction(tables, 'readwrite', { durability: 'strict' });
  } catch {
    return null;
  }
}
