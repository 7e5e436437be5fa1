/** What one request holds of a budget. */
export interface ByteShare {
  /** `full`: nothing is left at all. `ownFull`: nothing is left of what one owner may hold. Then nothing was taken either. */
  readonly take: (owner: string, bytes: number) => 'taken' | 'full' | 'ownFull';
  /** Gives back all that was taken. */
  readonly release: () => void;
}

/**
 * Bytes that all requests may hold at once, and those of one owner: each takes as they arrive, and gives them back when it
 * is answered.
 */
export function createByteBudget(maxBytes: number, maxBytesOfOwner: number): () => ByteShare {
  let total = 0;
  const byOwner = new Map<string, number>();
  const add = (owner: string, bytes: number) => {
    total += bytes;
    const own = (byOwner.get(owner) ?? 0) + bytes;
    if (own === 0) byOwner.delete(owner);
    else byOwner.set(owner, own);
  };
  return () => {
    const taken = new Map<string, number>();
    return {
      take: (owner, bytes) => {
        if ((byOwner.get(owner) ?? 0) + bytes > maxBytesOfOwner) return 'ownFull';
        if (total + bytes > maxBytes) return 'full';
        add(owner, bytes);
        taken.set(owner, (taken.get(owner) ?? 0) + bytes);
        return 'taken';
      },
      release: () => {
        for (const [owner, bytes] of taken) add(owner, -bytes);
        taken.clear();
      },
    };
  };
}
