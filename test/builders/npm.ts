import { createHash } from 'node:crypto';
import type { Answer, ApiClient, Extra } from '../support/api-client.js';

interface NpmFacts {
  readonly version?: string;
  readonly tag?: string;
  readonly tarball?: string | Uint8Array;
  readonly manifest?: object;
}

/** The document that `npm publish` sends. */
export function npmDocument(name: string, facts: NpmFacts = {}) {
  const { version = '1.0.0', tag = 'latest', tarball = `${name} ${version}`, manifest = {} } = facts;
  const bytes = Buffer.from(tarball);
  const digest = (algorithm: string) => createHash(algorithm).update(bytes);
  const dist = {
    shasum: digest('sha1').digest('hex'),
    integrity: `sha512-${digest('sha512').digest('base64')}`,
    tarball: `http://example.com/${name}.tgz`,
  };
  return {
    _id: name,
    name,
    'dist-tags': { [tag]: version },
    versions: { [version]: { _id: `${name}@${version}`, name, version, readme: `# ${name}`, ...manifest, dist } },
    access: null,
    _attachments: {
      [`${name}-${version}.tgz`]: {
        content_type: 'application/octet-stream',
        data: bytes.toString('base64'),
        length: bytes.length,
      },
    },
  };
}

/** Names are sent as npm sends them. */
export const npmPath = (prefix: string, name: string): string => `${prefix}/npm/${name.replace('/', '%2f')}`;

export const publishNpm = (
  api: ApiClient,
  projectId: number,
  name: string,
  facts: NpmFacts = {},
  extra: Extra = {},
): Promise<Answer> => api.put(npmPath(`projects/${projectId}/packages`, name), npmDocument(name, facts), extra);
