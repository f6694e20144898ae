import path from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/jest';

const typescript = swc.createTransformer();

/**
 * Modules of the program, and of the libraries whose classes both sides must share, are replaced by proxies of the loaded ones.
 * There is no `process`: Jest prefers it, and a proxy needs an asynchronous import.
 */
export default {
  getCacheKey: (source, file, options) => `${typescript.getCacheKey(source, file, options)}-built`,
  processAsync: async (source, file, options) => {
    const url = loadedUrl(file, options.config.rootDir);
    return url === null ? typescript.processAsync(source, file, options) : { code: await proxyModule(url) };
  },
};

function loadedUrl(file, rootDir) {
  const [top, ...inside] = path.relative(rootDir, file).split(path.sep);
  if (top === 'src') {
    return pathToFileURL(path.join(rootDir, 'dist', ...inside).replace(/\.ts$/, '.js')).href;
  }
  return file.split(path.sep).includes('node_modules') ? pathToFileURL(file).href : null; // they may lie elsewhere
}

async function proxyModule(url) {
  const names = Object.keys(await import(url)).filter((name) => name !== 'default');
  return `
    const loaded = await globalThis.builtModule(${JSON.stringify(url)});
    export const { ${names.join(', ')} } = loaded;
    export default loaded.default;`;
}
