import { parseCommit } from './commit-object.js';
import { readLoose } from './loose-objects.js';

/** Most pushes have fewer commits; for more, a process is cheaper than following the parents. */
const MOST_STEPS = 20;

/**
 * True when one commit is reached from the other over a few parents, all of them loose objects below one of the
 * directories of objects. Null when git has to be asked.
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
    parents.forEach((parent) => waiting.push(parent)); // there may be more than a call accepts as arguments
  }
  return null;
}

/** Empty when the object is not loose, or not a commit. */
async function parentsOf(objects: readonly string[], id: string): Promise<readonly string[]> {
  for (const directory of objects) {
    const object = await readLoose(directory, id);
    if (object) {
      return object.type === 'commit' ? parseCommit(id, object.content).parentIds : [];
    }
  }
  return [];
}
