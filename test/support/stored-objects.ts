import { BlobStore } from '../../src/platform/blob/blob-store.js';
import type { TestApp } from './app.js';

/** Keys of everything in the blob store. */
export async function storedObjects({ app }: TestApp): Promise<string[]> {
  const keys = [];
  for await (const { key } of app.get(BlobStore).keys(new Date(Date.now() + 60_000))) {
    keys.push(key);
  }
  return keys.sort();
}
