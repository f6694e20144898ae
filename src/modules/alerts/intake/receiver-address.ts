import { LEGACY_IDENTIFIER, PROMETHEUS_IDENTIFIER } from '../integrations/alert-integration.js';
import type { AlertAddressName } from '../integrations/alert-integration.js';

/** The parts of a receiver path. */
export interface ReceiverAddress extends AlertAddressName {
  readonly projectPath: string;
}

const ADDRESS = /^\/(.+?)\/(prometheus\/)?alerts\/notify(?:\/[^/]+\/([^/]+?))?(?:\.json)?\/?$/;
/** Paths with these first segments, and below a dash, belong to other handlers. */
const OTHERS = /^\/(?:api|v2|oauth)\/|\/-\//;
const IDENTIFIER = /^[A-Za-z0-9]{1,64}$/;

/** Whether the receiver handles this path (contract: alerts §1.1). */
export const isReceiverPath = (path: string): boolean => !OTHERS.test(path) && ADDRESS.test(path);

/** Returns null for a path that no integration can have (contract: alerts §1.1). */
export function readReceiverAddress(path: string): ReceiverAddress | null {
  const [, encoded = '', prometheus, identifier] = ADDRESS.exec(path) ?? [];
  const projectPath = decoded(encoded);
  if (projectPath === null) {
    return null;
  }
  if (identifier !== undefined) {
    return prometheus === undefined && IDENTIFIER.test(identifier) ? { projectPath, type: 'http', identifier } : null;
  }
  return prometheus === undefined
    ? { projectPath, type: 'http', identifier: LEGACY_IDENTIFIER }
    : { projectPath, type: 'prometheus', identifier: PROMETHEUS_IDENTIFIER };
}

/** Returns null for text that cannot be the path of a project. */
function decoded(text: string): string | null {
  try {
    const path = decodeURIComponent(text);
    return path.includes('\0') || !path.isWellFormed() ? null : path;
  } catch {
    return null;
  }
}
