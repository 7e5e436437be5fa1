/** The transfers of files that this tab sends at this moment, by local id. */
export interface FileTransfers {
  begin(localId: string): { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };
  end(localId: string): void;
  /** Aborts a transfer. False where this tab has none. */
  abort(localId: string): boolean;
  /** 0 to 100, rounded; null where this tab does not send it. */
  percent(localId: string): number | null;
  watch(localId: string, callback: () => void): () => void;
}

export function createFileTransfers(): FileTransfers {
  const transfers = new Map<string, { readonly controller: AbortController; percent: number }>();
  const listeners = new Map<string, Set<() => void>>();
  const notify = (localId: string) => {
    for (const listener of listeners.get(localId) ?? []) listener();
  };
  return {
    begin(localId) {
      const transfer = { controller: new AbortController(), percent: 0 };
      transfers.set(localId, transfer);
      return {
        signal: transfer.controller.signal,
        onProgress(share) {
          const percent = Math.round(share * 100);
          if (percent === transfer.percent) return;
          transfer.percent = percent;
          notify(localId);
        },
      };
    },
    end(localId) {
      transfers.delete(localId);
    },
    abort(localId) {
      const transfer = transfers.get(localId);
      transfer?.controller.abort();
      return transfer !== undefined;
    },
    percent: (localId) => transfers.get(localId)?.percent ?? null,
    watch(localId, callback) {
      const group = listeners.get(localId) ?? new Set();
      listeners.set(localId, group.add(callback));
      return () => {
        group.delete(callback);
        if (group.size === 0) listeners.delete(localId);
      };
    },
  };
}
