import path from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/jest';

const typescript = swc.createTransformer();

/** Modules of the program, and of the libraries whose classes both sides must share, become doors to the loaded ones. */
export default {
  getCacheKey: (source, file, options) => `${typescript.getCacheKey(source, file, options)}-built`,
  process: (source, file, options) => typescript.process(source, file, options),
  processAsync: async (source, file, options) => {
    const place = loadedPlace(file, options.config.rootDir);
    return place === null ? typescript.processAsync(source, file, options) : { code: await door(place) };
  },
};

function loadedPlace(file, rootDir) {
  const [top, ...inside] = path.relative(rootDir, file).split(path.sep);
  if (top === 'node_modules') {
    return pathToFileURL(file).href;
  }
  return top === 'src' ? pathToFileURL(path.join(rootDir, 'dist', ...inside).replace(/\.ts$/, '.js')).href : null;
}

async function door(place) {
  const names = Object.keys(await import(place)).filter((name) => name !== 'default');
  return `export const { ${names.join(', ')} } = await globalThis.builtModule(${JSON.stringify(place)});`;
}
