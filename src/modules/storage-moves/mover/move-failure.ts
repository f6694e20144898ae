/** Ends a move as failed; the message is shown to users (contract: storage-moves §2, §5). */
export class MoveFailure extends Error {}

export const archivedProject = (): MoveFailure =>
  new MoveFailure('Archived projects cannot be moved. Unarchive the project first.');
export const writesGoOn = (): MoveFailure => new MoveFailure('Timeout waiting for repository pushes.');
export const notEnoughSpace = (storage: string): MoveFailure =>
  new MoveFailure(`Not enough space on storage ${storage}.`);
export const unreachable = (storage: string): MoveFailure =>
  new MoveFailure(`The storage ${storage} is not available.`);
export const notTheSame = (type: string): MoveFailure =>
  new MoveFailure(`Failed to verify the ${type} repository checksum.`);
export const holdsLink = (): MoveFailure => new MoveFailure('The repository contains a link.');
export const notCopied = (type: string): MoveFailure => new MoveFailure(`The ${type} repository could not be copied.`);
export const canceled = (): MoveFailure => new MoveFailure('Canceled.');

export const STOPPED = 'The worker stopped. Schedule the move again.';
export const oldCopyLeft = (storage: string): string => `The old copy on storage ${storage} could not be removed.`;
