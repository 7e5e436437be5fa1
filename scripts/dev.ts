import { stopWithParent } from '../server/start/shutdown.ts';
import { start } from './run.ts';

// The API restarts when its code changes; Vite serves the console with hot reload and forwards the API's paths to it.
const children = [
  start('node', ['--watch', 'server/main.ts'], { PORT: process.env['PORT'] ?? '4400' }),
  start('vite', ['--host', '127.0.0.1']),
];

const stopAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stopAll();
  });
}
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
stopWithParent();
