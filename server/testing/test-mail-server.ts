import { SMTPServer } from 'smtp-server';
import { portOf } from './listening.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly text: string;
  readonly user: string;
}

/** A real mail server on this machine, for tests. It knows nobody whose address begins with `nobody`. */
export interface TestMailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  readonly close: () => Promise<void>;
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    // Its own certificate has expired.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, callback) =>
      password === 'p@ss' ? callback(null, { user: username }) : callback(new Error('Wrong password')),
    onRcptTo: ({ address }, _, callback) =>
      callback(address.startsWith('nobody') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
    onData(stream, { envelope, user }, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(parts).toString(), user: String(user) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://agency:p%40ss@127.0.0.1:${portOf(server.server)}`,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
