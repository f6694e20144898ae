import type { GitChild } from './git-child.js';
import { GitFailed } from './git-directory.js';

/** Yields the output of a child. Fails at the end if git failed: the output before is incomplete then. */
export async function* wholeOutput(child: GitChild): AsyncGenerator<Uint8Array> {
  for await (const piece of child.stdout) {
    yield Buffer.from(piece);
  }
  const code = await child.ended;
  if (code !== 0) {
    throw new GitFailed('archive', code, child.stderr);
  }
}
