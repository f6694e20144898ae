import { bytesText } from '../../../platform/views/bytes.js';
import type { ShownMove } from '../storage-move.js';

/** One line about a move, for operators. */
export function moveLine(move: ShownMove): string {
  const { id, state, containerId, containerFullPath, containerName, sourceStorage, destinationStorage } = move;
  const size = move.bytesTotal === null ? '' : `, ${bytesText(move.bytesTotal)}`;
  const reason = move.errorMessage === null ? '' : `: ${move.errorMessage}`;
  const name = containerFullPath ?? containerName;
  return `${id}  ${state}  ${containerId} ${name}, ${sourceStorage} to ${destinationStorage}${size}${reason}`;
}
