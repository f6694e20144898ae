import type { Request } from 'express';
import { manifestTooLarge } from '../registry-errors.js';
import { declaredLength } from './oci-answers.js';

/** The exact bytes of a manifest. Throws 413 for more than `limit`; a body of that size passes (contract: registry §6.2). */
export async function readManifestBody(request: Request, limit: number): Promise<Buffer> {
  if ((declaredLength(request) ?? 0) > limit) {
    throw manifestTooLarge(limit);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (chunk instanceof Uint8Array) {
      size += chunk.length;
      chunks.push(chunk);
    }
    if (size > limit) {
      throw manifestTooLarge(limit);
    }
  }
  return Buffer.concat(chunks);
}
