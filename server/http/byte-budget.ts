/** What one request holds of a budget. */
export interface ByteShare {
  /** False where nothing is left; then nothing was taken either. */
  readonly take: (bytes: number) => boolean;
  /** Gives back all that was taken. */
  readonly release: () => void;
}

/** Bytes that all requests may hold at once: each takes as they arrive, and gives them back when it is answered. */
export function createByteBudget(maxBytes: number): () => ByteShare {
  let held = 0;
  return () => {
    let own = 0;
    return {
      take: (bytes) => {
        if (held + bytes > maxBytes) return false;
        held += bytes;
        own += bytes;
        return true;
      },
      release: () => {
        held -= own;
        own = 0;
      },
    };
  };
}
