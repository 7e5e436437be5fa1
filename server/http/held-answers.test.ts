import { createServer, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listening } from '../testing/listening.ts';
import { rawClient } from '../testing/raw-http.ts';
import { boundAnswers, type HeldAnswersOptions } from './held-answers.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** More than the kernel buffers for a client that does not read. */
const answerBytes = 32_000_000;

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const whole = (answer: ServerResponse): void => void answer.end(Buffer.alloc(answerBytes));

async function started(options: Pick<HeldAnswersOptions, 'bytes' | 'takeMs'>, make = whole) {
  const cut: number[] = [];
  const server = createServer((_, answer) => make(answer));
  boundAnswers(server, { ...options, everyMs: 10, onCut: ({ connections }) => cut.push(connections) });
  const port = await listening(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = async (reads: boolean) => {
    const client = await rawClient(port);
    closing.push(() => client.socket.destroy());
    if (!reads) client.socket.pause();
    client.send(get);
    return client;
  };
  return { ask, cut };
}

const noLimit = 1_000_000_000;

it('cuts off a client that takes too long for its answer', async () => {
  const { ask, cut } = await started({ bytes: noLimit, takeMs: 50 });
  await ask(false);
  await expect.poll(() => cut).toEqual([1]);
});

it('cuts off those that hold the most time where all together hold too much', async () => {
  const { ask, cut } = await started({ bytes: answerBytes * 1.5, takeMs: noLimit });
  await Promise.all([ask(false), ask(false), ask(false)]);
  await expect.poll(() => cut.reduce((sum, connections) => sum + connections, 0)).toBe(2);
});

it('cuts off a connection whose answers wait behind one that is still being made', async () => {
  let asked = 0;
  const { ask, cut } = await started({ bytes: answerBytes * 1.5, takeMs: noLimit }, (answer) => {
    asked += 1;
    if (asked > 1) answer.end(Buffer.alloc(answerBytes));
  });
  const client = await ask(false);
  for (let more = 0; more < 2; more += 1) client.send(get);
  await expect.poll(() => cut).toEqual([1]);
});

it('does not cut off clients that read', async () => {
  const { ask, cut } = await started({ bytes: answerBytes * 2, takeMs: noLimit });
  const client = await ask(true);
  await expect.poll(() => client.received().length, { timeout: 20_000 }).toBeGreaterThan(answerBytes);
  expect(cut).toEqual([]);
});
