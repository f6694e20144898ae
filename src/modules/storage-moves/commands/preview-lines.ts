import { print } from '../../../platform/cli/command.js';
import { bytesText } from '../../../platform/views/bytes.js';
import type { MovePreview } from '../bulk/move-preview.js';

/** Prints what scheduling would do. Returns the exit code, which is 1 if a storage does not have enough space. */
export function printPreview({ items, totals, storages }: MovePreview): number {
  for (const { id, title, action, rule, source, destination, bytes } of items) {
    print(`${action}  ${id} ${title}, ${source} to ${destination}, ${bytesText(bytes)}: ${rule}`);
  }
  for (const { name, availableBytes, neededBytes } of storages) {
    const verdict = availableBytes >= neededBytes ? 'enough' : 'not enough';
    print(`${name}: ${bytesText(neededBytes)} needed, ${bytesText(availableBytes)} available: ${verdict}`);
  }
  print(`Would move ${totals.move} (${bytesText(totals.bytes)}) and skip ${totals.skip}.`);
  return storages.every(({ availableBytes, neededBytes }) => availableBytes >= neededBytes) ? 0 : 1;
}
