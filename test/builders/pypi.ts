import { createHash } from 'node:crypto';
import type { Answer, ApiClient, Extra } from '../support/api-client.js';

export interface PypiFacts {
  readonly name?: string;
  readonly version?: string;
  readonly content?: string | Uint8Array;
  readonly fileName?: string;
  /** Beside those above, in the order in which they are sent; what comes more than once is sent more than once. */
  readonly fields?: readonly (readonly [string, string])[];
}

/** The form that `twine upload` sends. */
export function pypiForm({ name, version, content, fileName, fields = [] }: PypiFacts): FormData {
  const form = new FormData();
  form.append(':action', 'file_upload');
  form.append('protocol_version', '1');
  fields.forEach(([key, value]) => {
    form.append(key, value);
  });
  if (name !== undefined) {
    form.append('name', name);
  }
  if (version !== undefined) {
    form.append('version', version);
  }
  if (content !== undefined) {
    form.append('content', new Blob([content]), fileName ?? `${name}-${version}.tar.gz`);
  }
  return form;
}

export const pypiPath = (projectId: number | string): string => `projects/${projectId}/packages/pypi`;

export function publishPypi(api: ApiClient, projectId: number, facts: PypiFacts, extra: Extra = {}): Promise<Answer> {
  const { name = 'tool', version = '1.0', content = `${facts.name ?? 'tool'} ${version}`, ...rest } = facts;
  return api.send('POST', pypiPath(projectId), pypiForm({ name, version, content, ...rest }), extra);
}

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
