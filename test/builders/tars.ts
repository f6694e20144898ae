import { buffer as collect } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';

/** A gzipped tar archive of these files. */
export async function aTarGz(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const pack = tar.pack();
  const bytes = collect(pack);
  for (const [name, text] of Object.entries(files)) {
    pack.entry({ name, mtime: new Date(0) }, text);
  }
  pack.finalize();
  return gzipSync(await bytes);
}
