import { Global, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database } from './database.js';
import { DatabaseClock } from './database-clock.js';
import { dataSourceOptions } from './data-source.js';
import type { DatabaseConnection, Entities } from './data-source.js';
import { Exclusive } from './exclusive.js';
import { Lists } from './list-query.js';
import { ListWindows } from './list-windows.js';
import { PausableDeletions } from './pausable-deletions.js';
import { PoolLoad } from './pool-load.js';

/** Connections, transactions and lists of PostgreSQL. */
@Global()
@Module({})
export class DatabaseModule {
  static with(connection: DatabaseConnection, entities: Entities): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [TypeOrmModule.forRoot(dataSourceOptions(connection, { entities }))],
      providers: [Database, DatabaseClock, Exclusive, Lists, ListWindows, PausableDeletions, PoolLoad],
      exports: [Database, Exclusive, Lists, ListWindows, PausableDeletions, PoolLoad],
    };
  }
}
