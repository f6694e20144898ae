import type { StoredContent } from '../../files/stored-content.js';
import type { ClaimedDigests } from './npm-document.js';

type Digests = Pick<StoredContent, 'sha1' | 'sha256' | 'sha512'>;

/** A digest in the form of `dist.integrity`. */
export const integrityOf = (sha512: string): string => `sha512-${inBase64(sha512)}`;

/** Whether the bytes match every digest that the client claims; digests with an unknown algorithm are ignored. */
export function matchesDigests({ shasum, integrity }: ClaimedDigests, digests: Digests): boolean {
  const hashes = integrity.split(/\s+/).map((hash) => hash.split('?', 1)[0] ?? '');
  return (
    (shasum === '' || shasum.toLowerCase() === digests.sha1) && hashes.every((hash) => isOneOf(hash, digests) !== false)
  );
}

/** Null if the algorithm is unknown. */
function isOneOf(hash: string, { sha1, sha256, sha512 }: Digests): boolean | null {
  const [algorithm = '', value = ''] = splitOnce(hash);
  switch (algorithm) {
    case 'sha1':
      return value === inBase64(sha1);
    case 'sha256':
      return value === inBase64(sha256);
    case 'sha512':
      return value === inBase64(sha512);
    default:
      return null;
  }
}

const splitOnce = (hash: string): readonly string[] => [hash.split('-', 1)[0] ?? '', hash.slice(hash.indexOf('-') + 1)];
const inBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
