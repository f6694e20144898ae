import { unprocessable } from '../../../../common/errors/catalogue.js';
import { cleanJson } from '../../../../common/params/form-encoding.js';
import { refuseLargeShape } from '../../../../common/params/json-shape.js';
import { isJsonObject } from '../../../../common/params/json-object.js';
import { isComposerName } from './composer-versions.js';

export const MANIFEST = 'composer.json';
export const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_VALUES = 20_000;

/** Contents of a `composer.json`. */
export interface ComposerManifest {
  readonly name: string;
  /** As written in the file; undefined if it has none. */
  readonly version: string | undefined;
  /** The whole document. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** Throws 422 for anything but a `composer.json` with a name (contract: packages §5.6). */
export function readManifest(bytes: Buffer | null): ComposerManifest {
  if (!bytes) {
    throw unprocessable(`${MANIFEST} is missing`);
  }
  const content = parsed(bytes);
  if (!isJsonObject(content)) {
    throw unprocessable(`${MANIFEST} is not a JSON object`);
  }
  const fields = new Map<string, unknown>(Object.entries(content));
  const [name, version] = [fields.get('name'), fields.get('version')];
  if (typeof name !== 'string' || !isComposerName(name)) {
    throw unprocessable(`${MANIFEST} has no valid name`);
  }
  return { name, version: typeof version === 'string' ? version : undefined, content: Object.fromEntries(fields) };
}

function parsed(bytes: Buffer): unknown {
  try {
    refuseLargeShape(bytes, MAX_VALUES);
    return cleanJson(JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, '')), MAX_VALUES);
  } catch {
    throw unprocessable(`${MANIFEST} is not JSON`);
  }
}
