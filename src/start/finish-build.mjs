// The second half of `npm run build`.
import path from 'node:path';
import { finishBuild } from './build.mjs';

await finishBuild(path.resolve(import.meta.dirname, '../..'));
