import { parseCommit } from './commit-object.js';
import { readLoose } from './loose-objects.js';

/** Most pushes bring fewer commits; for more, a process costs less than the way. */
const MOST_STEPS = 20;

/**
 * True where parents lead from one commit to the other within a few commits that lie in files of their own, below any of the
 * directories of objects. Null where git has to be asked.
 */
export async function isNearAncestor(
  objects: readonly string[],
  ancestor: string,
  descendant: string,
): Promise<true | null> {
  const waiting = [descendant];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const id = waiting.shift();
    if (id === undefined) {
      return null;
    }
    const parents = await parentsOf(objects, id);
    if (parents.includes(ancestor)) {
      return true;
    }
    parents.forEach((parent) => waiting.push(parent)); // they may be more than a call takes arguments
  }
  return null;
}

/** None of what lies in no such file, or is no commit. */
async function parentsOf(objects: readonly string[], id: string): Promise<readonly string[]> {
  for (const directory of objects) {
    const object = await readLoose(directory, id);
    if (object) {
      return object.type === 'commit' ? parseCommit(id, object.content).parentIds : [];
    }
  }
  return [];
}
