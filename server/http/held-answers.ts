import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface HeldAnswersOptions {
  /** The maximum size of all answers that wait for their clients. */
  readonly bytes: number;
  /** How long a client may take to read a complete answer. ms. */
  readonly takeMs: number;
  readonly onCut: (cut: { readonly connections: number; readonly heldBytes: number }) => void;
  /** The interval of the checks. ms. */
  readonly everyMs: number;
}

/**
 * Limits the memory of answers to clients that do not read them: an answer is in memory until its client has read it, and a client that
 * reads a little now and then never counts as idle. Connections whose answer takes too long are closed, and the oldest ones where all
 * together hold too much.
 */
export function boundAnswers(server: Server, { bytes, takeMs, onCut, everyMs }: HeldAnswersOptions): void {
  /** For each connection its answers, with the time when each was complete; null: still being made, or streamed at the client's speed. */
  const open = new Map<Socket, Map<ServerResponse, number | null>>();
  const answersOf = (socket: Socket) => {
    const known = open.get(socket);
    if (known) return known;
    const made = new Map<ServerResponse, number | null>();
    open.set(socket, made);
    // An answer that was still queued gets no event when its connection closes.
    socket.once('close', () => open.delete(socket));
    return made;
  };
  server.on('request', ({ socket }, answer) => {
    // Requests that were read together with the one that ended the connection still arrive.
    if (socket.destroyed) return;
    const answers = answersOf(socket);
    answers.set(answer, null);
    answer.once('close', () => answers.delete(answer));
  });
  const look = () => {
    const now = performance.now();
    const held: { readonly socket: Socket; readonly bytes: number; readonly since: number }[] = [];
    for (const [socket, answers] of open) {
      let [bytes, since] = [0, Number.POSITIVE_INFINITY];
      for (const [answer, known] of answers) {
        const whole = known ?? (answer.writableEnded ? now : null);
        if (whole === null) continue;
        answers.set(answer, whole);
        bytes += answer.writableLength;
        since = Math.min(since, whole);
      }
      if (since !== Number.POSITIVE_INFINITY) held.push({ socket, bytes, since });
    }
    let heldBytes = held.reduce((sum, one) => sum + one.bytes, 0);
    const cut = { connections: 0, heldBytes };
    for (const one of held.toSorted((a, b) => a.since - b.since)) {
      if (now - one.since < takeMs && heldBytes <= bytes) break;
      one.socket.destroy();
      heldBytes -= one.bytes;
      cut.connections += 1;
    }
    if (cut.connections > 0) onCut(cut);
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
