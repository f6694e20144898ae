// The second half of `npm run build`.
import path from 'node:path';
import { copyAssets } from './build.mjs';

copyAssets(path.resolve(import.meta.dirname, '../..'));
