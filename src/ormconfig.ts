import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { ENTITIES } from './entities.js';
import { dataSourceOptions } from './platform/database/data-source.js';

const { DATABASE_URL: url = 'postgres://localhost/slipway' } = process.env;

/** For the TypeORM command line (`npm run migration:show`, `npm run migration:run`); the service does not use it. */
export const source = new DataSource(
  dataSourceOptions({ url }, { entities: ENTITIES, poolSize: 2, statementTimeoutMs: 0 }),
);
