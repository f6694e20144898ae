import path from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/jest';

const typescript = swc.createTransformer();

/**
 * Modules of the program, and of the libraries whose classes both sides must share, become doors to the loaded ones.
 * There is no `process`: Jest prefers it, and a door cannot be made without waiting.
 */
export default {
  getCacheKey: (source, file, options) => `${typescript.getCacheKey(source, file, options)}-built`,
  processAsync: async (source, file, options) => {
    const place = loadedPlace(file, options.config.rootDir);
    return place === null ? typescript.processAsync(source, file, options) : { code: await door(place) };
  },
};

function loadedPlace(file, rootDir) {
  const [top, ...inside] = path.relative(rootDir, file).split(path.sep);
  if (top === 'src') {
    return pathToFileURL(path.join(rootDir, 'dist', ...inside).replace(/\.ts$/, '.js')).href;
  }
  return file.split(path.sep).includes('node_modules') ? pathToFileURL(file).href : null; // they may lie elsewhere
}

async function door(place) {
  const names = Object.keys(await import(place)).filter((name) => name !== 'default');
  return `
    const loaded = await globalThis.builtModule(${JSON.stringify(place)});
    export const { ${names.join(', ')} } = loaded;
    export default loaded.default;`;
}
