import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/platform/database/data-source.js';

/** For the TypeORM command line: `DATABASE_URL=... npx typeorm -d dist/... migration:show`. The service does not read it. */
export const source = new DataSource(
  dataSourceOptions({ url: process.env.DATABASE_URL ?? 'postgres://localhost/slipway' }),
);
