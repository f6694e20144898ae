import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Ends the benchmark before it has started anything if a program that it needs is not installed. */
export function needPrograms(...names) {
  const absent = names.filter((name) => !isInstalled(name));
  if (absent.length > 0) {
    console.error(`Not installed: ${absent.join(', ')}`);
    process.exit(1);
  }
}

const isInstalled = (name) =>
  process.env.PATH.split(path.delimiter).some((folder) => isProgram(path.join(folder, name)));

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
