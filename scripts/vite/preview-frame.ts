import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, transformWithOxc } from 'vite';
import { previewFrameFile, previewFramePath, previewFramePolicy } from '../../server/static/preview-frame.ts';

const folder = new URL('../../src/preview-frame/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

/** The page with its script inlined as plain JavaScript. */
async function framePage(): Promise<string> {
  const { code } = await transformWithOxc(read('frame.ts'), fileURLToPath(new URL('frame.ts', folder)), { sourcemap: false });
  const script = code.replaceAll('</', '<\\/');
  return read('page.html').replace('/* frame.ts */', () => script);
}

/** The page of the preview's frame: a file of the build, with its policy where the console is served by Vite. */
export function previewFrame(): Plugin {
  return {
    name: 'frontage-preview-frame',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: previewFrameFile.slice(1), source: await framePage() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = (request.url ?? '').split('?')[0];
        if (path !== previewFramePath && path !== previewFrameFile) return next();
        framePage().then((html) => {
          response.setHeader('Content-Type', 'text/html; charset=utf-8');
          response.setHeader('Content-Security-Policy', previewFramePolicy(html));
          response.end(html);
        }, next);
      });
    },
  };
}
