import { readFor, recipientAddress } from '../../../platform/database/running-reads.js';

/** Thrown when work exceeded its time limit. */
export class DeadlinePassed extends Error {}

/**
 * Runs read-only work. When its time is up, or the client has disconnected, running statements are canceled in the
 * database (contract: scim-graphql §B1).
 */
export async function withDeadline<T>(
  milliseconds: number,
  reader: { readonly destroyed: boolean },
  work: () => Promise<T>,
): Promise<T> {
  const recipient = {
    isOver: false,
    writableFinished: false,
    get destroyed() {
      return this.isOver || reader.destroyed;
    },
  };
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      recipient.isOver = true;
      reject(new DeadlinePassed());
    }, milliseconds);
  });
  try {
    return await Promise.race([readFor(recipient, recipientAddress() ?? '', work), over]);
  } finally {
    clearTimeout(timer);
  }
}
