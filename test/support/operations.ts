import type { ApiClient } from './api-client.js';

export interface EndedOperation {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly progress: { readonly done: number; readonly total: number | null };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into results freely
  readonly result: any;
  readonly error: string | null;
}

/** Follows an operation until it ends. Throws when it takes longer than that many seconds. */
export async function ended(api: ApiClient, id: string, seconds = 60): Promise<EndedOperation> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const { body } = await api.get(`operations/${id}`);
    if (['finished', 'failed', 'canceled'].includes(body.state)) {
      return body;
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error('The operation did not end in time.');
}
