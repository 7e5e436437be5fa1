/** The share of one request in a budget. */
export interface ByteShare {
  /** `full`: the whole budget is used. `ownFull`: the owner's share is used. In both cases nothing was taken. */
  readonly take: (owner: string, bytes: number) => 'taken' | 'full' | 'ownFull';
  /** Gives back everything that was taken. */
  readonly release: () => void;
}

/**
 * Limits the bytes that all requests, and those of one owner, may hold at once: each request takes bytes as they arrive, and gives them
 * back when it is answered.
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
