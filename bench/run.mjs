// npm run bench -- <name>: runs one benchmark; without a name it lists them.
import { readdirSync } from 'node:fs';

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs' && !file.startsWith('bare-'))
  .map((file) => file.replace(/\.mjs$/, ''));
const [name] = process.argv.slice(2);
if (names.includes(name)) {
  await import(`./${name}.mjs`);
} else {
  console.log(`Benchmarks: ${names.join(', ')}`);
}
