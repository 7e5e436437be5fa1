/** The request that Dexie gets for a store. It reports the upgrade and the end that `upgrade`, `succeed` and `fail` are called with. */
export class OpenRequest extends EventTarget implements IDBOpenDBRequest {
  error: DOMException | null = null;
  readyState: IDBRequestReadyState = 'pending';
  transaction: IDBTransaction | null = null;
  onsuccess: IDBOpenDBRequest['onsuccess'] = null;
  onerror: IDBOpenDBRequest['onerror'] = null;
  onblocked: IDBOpenDBRequest['onblocked'] = null;
  onupgradeneeded: IDBOpenDBRequest['onupgradeneeded'] = null;
  private connection: IDBDatabase | null = null;

  constructor() {
    super();
    // Dexie reads the error from the target of the event, which has to be this request.
    this.addEventListener('error', (event) => this.onerror?.(event));
  }

  /** Passes an upgrade on, which Dexie carries out on the connection of `request`. */
  upgrade(request: IDBOpenDBRequest, event: IDBVersionChangeEvent): void {
    this.connection = request.result;
    this.transaction = request.transaction;
    this.onupgradeneeded?.(event);
  }

  succeed(connection: IDBDatabase): void {
    this.connection = connection;
    this.transaction = null;
    this.readyState = 'done';
    this.onsuccess?.(new Event('success'));
  }

  fail(error: DOMException): void {
    this.error = error;
    this.readyState = 'done';
    this.dispatchEvent(new Event('error', { cancelable: true }));
  }

  get result(): IDBDatabase {
    if (!this.connection) throw new DOMException('The store is not open yet.', 'InvalidStateError');
    return this.connection;
  }

  get source(): never {
    throw new DOMException('An opened store has no source.', 'InvalidStateError');
  }
}
