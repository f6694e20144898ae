import type { ApiClient } from './api-client.js';

/** Ids of the records of a list, in its order. */
export async function idsOf(api: ApiClient, path: string): Promise<number[]> {
  const { status, body } = await api.get(path);
  expect([path, status]).toEqual([path, 200]);
  return body.map(({ id }: { id: number }) => id);
}
