import type { Server, ServerResponse } from 'node:http';

export interface HeldAnswersOptions {
  /** What answers that wait for their clients may hold together. */
  readonly bytes: number;
  /** How long a client may take for an answer, once that is whole. ms. */
  readonly takeMs: number;
  readonly onCut: (cut: { readonly answers: number; readonly heldBytes: number }) => void;
  /** How often it is looked at. ms. */
  readonly everyMs: number;
}

interface Held {
  readonly answer: ServerResponse;
  readonly bytes: number;
  readonly since: number;
}

/**
 * Bounds what clients hold that ask and do not read: an answer is in memory until its client has taken it, and one that takes a
 * little now and then is never idle. Cut off is what takes too long, and the oldest where all hold too much.
 */
export function boundAnswers(server: Server, { bytes, takeMs, onCut, everyMs }: HeldAnswersOptions): void {
  /** By when it was whole; null: it is still being made, or streamed at its client's pace. */
  const open = new Map<ServerResponse, number | null>();
  server.on('request', (_, answer) => {
    open.set(answer, null);
    answer.once('close', () => open.delete(answer));
  });
  const look = () => {
    const now = performance.now();
    const held: Held[] = [];
    for (const [answer, whole] of open) {
      const since = whole ?? (answer.writableEnded ? now : null);
      if (since === null) continue;
      open.set(answer, since);
      held.push({ answer, bytes: answer.writableLength, since });
    }
    let heldBytes = held.reduce((sum, one) => sum + one.bytes, 0);
    const cut = { answers: 0, heldBytes };
    for (const one of held.toSorted((a, b) => a.since - b.since)) {
      if (now - one.since < takeMs && heldBytes <= bytes) break;
      one.answer.destroy();
      heldBytes -= one.bytes;
      cut.answers += 1;
    }
    if (cut.answers > 0) onCut(cut);
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
