/**
 * Ends what a connection still does when its page is left. In WebKit a page that is kept for Back can leave transactions behind that neither
 * complete nor abort, and every later page waits for them; closing the connection alone does not end those.
 *
 * Reads are aborted in any case, since nobody waits for them any more. Writes only where the page is kept: it may be shown again, and they
 * would be held until then. A page that ends for good lets the browser finish them, because a save may be among them.
 */
export function endWithPage(connection: IDBDatabase, onClosed: () => void = () => undefined): void {
  // Node has none, where the tests of the store run.
  if (typeof addEventListener === 'undefined') return;
  const running = new Set<IDBTransaction>();
  const begin = connection.transaction.bind(connection);
  connection.transaction = (...args) => {
    const transaction = begin(...args);
    running.add(transaction);
    const end = () => running.delete(transaction);
    transaction.addEventListener('complete', end);
    transaction.addEventListener('abort', end);
    return transaction;
  };
  const leave = ({ persisted }: PageTransitionEvent) => {
    for (const transaction of running) if (persisted || transaction.mode === 'readonly') abort(transaction);
    if (!persisted) return;
    connection.close();
    onClosed();
    removeEventListener('pagehide', leave);
  };
  addEventListener('pagehide', leave);
  connection.addEventListener('close', () => removeEventListener('pagehide', leave));
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has just ended by itself.
  }
}
