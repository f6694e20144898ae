import { bytesText } from '../../../platform/views/bytes.js';
import type { ShownMove } from '../storage-move.js';

/** One line about a move, for operators. */
export function moveLine(move: ShownMove): string {
  const { id, state, containerId, containerTitle, sourceStorage, destinationStorage } = move;
  const size = move.bytesTotal === null ? '' : `, ${bytesText(move.bytesTotal)}`;
  const reason = move.errorMessage === null ? '' : `: ${move.errorMessage}`;
  return `${id}  ${state}  ${containerId} ${containerTitle}, ${sourceStorage} to ${destinationStorage}${size}${reason}`;
}
