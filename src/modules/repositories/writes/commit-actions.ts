import { message } from '../../../common/errors/catalogue.js';
import { newObject } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';
import type { CommitAction } from './commit-request.js';
import type { TreeDraft } from './tree-draft.js';

const PLAIN = '100644';
const EXECUTABLE = '100755';
const modeOf = (isExecutable: boolean): string => (isExecutable ? EXECUTABLE : PLAIN);

export const fileExists = () => message(400, 'A file with this name already exists');
const isMissing = () => message(400, "A file with this name doesn't exist");
const hasChanged = () =>
  message(400, 'You are attempting to update a file that has changed since you started editing it.');

/**
 * Returns the last commit that changed a path, up to the commit that the new one builds on; null for the first commit.
 */
export type LastChange = (path: string) => Promise<string | null>;

/** Applies actions one after the other to the tree so far, and collects the blobs (contract: git §3.3 step 3). */
export class ActionRun {
  readonly blobs: NewObject[] = [];

  constructor(
    private readonly draft: TreeDraft,
    private readonly lastChange: LastChange,
  ) {}

  /** Throws 400 for an action that does not fit the tree. */
  async perform(action: CommitAction): Promise<void> {
    switch (action.kind) {
      case 'create':
        await this.refuseTaken(action.path);
        return this.draft.put(action.path, modeOf(action.isExecutable), this.blob(action.content));
      case 'update': {
        const { mode } = await this.held(action.path, action.lastCommitId);
        return this.draft.put(action.path, newMode(mode, action.isExecutable), this.blob(action.content));
      }
      case 'chmod': {
        const { id } = await this.held(action.path, action.lastCommitId);
        return this.draft.put(action.path, modeOf(action.isExecutable), id);
      }
      case 'delete':
        await this.held(action.path, action.lastCommitId);
        return this.draft.remove(action.path);
      case 'move': {
        const { mode, id } = await this.held(action.previousPath, action.lastCommitId);
        await this.draft.remove(action.previousPath);
        await this.refuseTaken(action.path);
        const blobId = action.content === undefined ? id : this.blob(action.content);
        return this.draft.put(action.path, newMode(mode, action.isExecutable), blobId);
      }
    }
  }

  private blob(content: Buffer): string {
    const blob = newObject('blob', content);
    this.blobs.push(blob);
    return blob.id;
  }

  private async refuseTaken(path: string): Promise<void> {
    if ((await this.draft.look(path)) !== null) {
      throw fileExists();
    }
  }

  private async held(path: string, lastCommitId: string | undefined): Promise<{ mode: string; id: string }> {
    const found = await this.draft.look(path);
    if (found === null || typeof found === 'string' || found.type !== 'blob') {
      throw isMissing();
    }
    if (lastCommitId !== undefined && lastCommitId !== (await this.lastChange(path))) {
      throw hasChanged();
    }
    return found;
  }
}

/** Keeps the mode, such as that of a symbolic link, unless the action sets it. */
const newMode = (held: string, isExecutable: boolean | undefined): string =>
  isExecutable === undefined ? held : modeOf(isExecutable);
