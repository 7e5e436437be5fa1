import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface HeldAnswersOptions {
  /** What answers that wait for their clients may hold together. */
  readonly bytes: number;
  /** How long a client may take for an answer, once that is whole. ms. */
  readonly takeMs: number;
  readonly onCut: (cut: { readonly connections: number; readonly heldBytes: number }) => void;
  /** How often it is looked at. ms. */
  readonly everyMs: number;
}

/**
 * Bounds what clients hold that ask and do not read: an answer is in memory until its client has taken it, and one that takes a
 * little now and then is never idle. Cut off is what takes too long, and the oldest where all hold too much.
 */
export function boundAnswers(server: Server, { bytes, takeMs, onCut, everyMs }: HeldAnswersOptions): void {
  /** Of each connection its answers, by when they were whole; null: still being made, or streamed at their client's pace. */
  const open = new Map<Socket, Map<ServerResponse, number | null>>();
  const answersOf = (socket: Socket) => {
    const known = open.get(socket);
    if (known) return known;
    const made = new Map<ServerResponse, number | null>();
    open.set(socket, made);
    // An answer whose turn had not come gets no event when its connection closes.
    socket.once('close', () => open.delete(socket));
    return made;
  };
  server.on('request', ({ socket }, answer) => {
    // What was read together with the request that ended the connection still comes.
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
