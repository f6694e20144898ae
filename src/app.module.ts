import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { AccessModule } from './core/access/access.module.js';
import { AuditModule } from './core/audit/audit.module.js';
import { EventsModule } from './core/events/events.module.js';
import { FirstStartModule } from './core/first-start/first-start.module.js';
import { GroupsModule } from './core/groups/groups.module.js';
import { MembersModule } from './core/members/members.module.js';
import { OperationsModule } from './core/operations/operations.module.js';
import { ProjectsModule } from './core/projects/projects.module.js';
import { SettingsModule } from './core/settings/settings.module.js';
import { SigningKeysModule } from './core/signing-keys/signing-keys.module.js';
import { TokensModule } from './core/tokens/tokens.module.js';
import { UsersModule } from './core/users/users.module.js';
import { BlobModule } from './platform/blob/blob.module.js';
import { CliModule } from './platform/cli/cli.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Env } from './platform/config/env.js';
import { CryptoModule } from './platform/crypto/crypto.module.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { QueueModule } from './platform/queue/queue.module.js';

const CORE = [
  FirstStartModule,
  AccessModule,
  SettingsModule,
  SigningKeysModule,
  AuditModule,
  EventsModule,
  OperationsModule,
  UsersModule,
  TokensModule,
  MembersModule,
  GroupsModule,
  ProjectsModule,
];

/** The roof: the only list of rooms. */
@Module({})
export class AppModule {
  static with(env: Env, connection: DatabaseConnection): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(env),
        DatabaseModule.with(connection),
        CryptoModule,
        BlobModule,
        QueueModule.with(env),
        ...CORE,
      ],
    };
  }
}
