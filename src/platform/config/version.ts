import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = new URL('../../../', import.meta.url);
const UNKNOWN = 'unknown';
const SHORT = 11;

/** The version of the package, and its commit if that is known. */
export const VERSION = versionOf(read('package.json') ?? '{}');
export const REVISION = revision();

function versionOf(manifest: string): string {
  const parsed: unknown = JSON.parse(manifest);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : UNKNOWN;
}

/** Read from the checkout; a copy without its history has none. */
function revision(): string {
  const head = read('.git/HEAD')?.trim();
  const ref = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined;
  const commit = ref === undefined ? head : (read(path.join('.git', ref)) ?? packedRef(ref));
  return commit?.trim().slice(0, SHORT) ?? UNKNOWN;
}

function packedRef(ref: string): string | undefined {
  return read('.git/packed-refs')
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ', 1)[0];
}

function read(file: string): string | undefined {
  try {
    return readFileSync(new URL(file, ROOT), 'utf8');
  } catch {
    return undefined;
  }
}
