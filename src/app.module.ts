import { Module } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import { AccessReportModule } from './core/access-report/access-report.module.js';
import { AccessModule } from './core/access/access.module.js';
import { AuditModule } from './core/audit/audit.module.js';
import { BackupModule } from './core/backup/backup.module.js';
import { DeployTokensModule } from './core/deploy-tokens/deploy-tokens.module.js';
import { EventsModule } from './core/events/events.module.js';
import { FeaturesModule } from './core/features/features.module.js';
import { FirstStartModule } from './core/first-start/first-start.module.js';
import { GroupsModule } from './core/groups/groups.module.js';
import { JobTokensModule } from './core/job-tokens/job-tokens.module.js';
import { InstanceModule } from './core/instance/instance.module.js';
import { MembersModule } from './core/members/members.module.js';
import { NamespacesModule } from './core/namespaces/namespaces.module.js';
import { CredentialsModule } from './core/credentials/credentials.module.js';
import { DeletionsModule } from './core/deletions/deletions.module.js';
import { OperationsModule } from './core/operations/operations.module.js';
import { ProjectsModule } from './core/projects/projects.module.js';
import { PipelinesModule } from './modules/pipelines/pipelines.module.js';
import { RepositoriesModule } from './modules/repositories/repositories.module.js';
import { OauthTokensModule } from './core/oauth-tokens/oauth-tokens.module.js';
import { SessionsModule } from './core/sessions/sessions.module.js';
import { SettingsModule } from './core/settings/settings.module.js';
import { SnippetsModule } from './modules/snippets/snippets.module.js';
import { SpamModule } from './core/spam/spam.module.js';
import { SignInModule } from './core/sign-in/sign-in.module.js';
import { SigningKeysModule } from './core/signing-keys/signing-keys.module.js';
import { TokensModule } from './core/tokens/tokens.module.js';
import { WebContextModule } from './core/web/web-context.module.js';
import { TwoFactorModule } from './core/two-factor/two-factor.module.js';
import { UsersModule } from './core/users/users.module.js';
import { ENTITIES } from './entities.js';
import { AlertsModule } from './modules/alerts/alerts.module.js';
import { GitHttpModule } from './modules/git-http/git-http.module.js';
import { OpenApiModule } from './modules/openapi/openapi.module.js';
import { GraphqlModule } from './modules/graphql/graphql.module.js';
import { IntegrationsModule } from './modules/integrations/integrations.module.js';
import { PackagesModule } from './modules/packages/packages.module.js';
import { RegistryModule } from './modules/registry/registry.module.js';
import { ScimModule } from './modules/scim/scim.module.js';
import { OidcModule } from './modules/oidc/oidc.module.js';
import { StorageMovesModule } from './modules/storage-moves/storage-moves.module.js';
import { TriggersModule } from './modules/triggers/triggers.module.js';
import { OauthModule } from './modules/oauth/oauth.module.js';
import { WebModule } from './modules/web/web.module.js';
import { BlobModule } from './platform/blob/blob.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Env } from './platform/config/env.js';
import { ContributionsModule } from './platform/contributions/contributions.module.js';
import { CryptoModule } from './platform/crypto/crypto.module.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { GitModule } from './platform/git/git.module.js';
import { OutboundModule } from './platform/outbound/outbound.module.js';
import { MailModule } from './platform/mail/mail.module.js';
import { HealthModule } from './core/health/health.module.js';
import { CountersModule } from './platform/counters/counters.module.js';
import { HttpModule } from './platform/http/http.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { QueueModule } from './platform/queue/queue.module.js';

const CORE = [
  FirstStartModule,
  AccessModule.with([CredentialsModule, SettingsModule, FeaturesModule, UsersModule]),
  CredentialsModule,
  HealthModule,
  SettingsModule,
  FeaturesModule,
  SpamModule,
  InstanceModule,
  SigningKeysModule,
  AuditModule,
  EventsModule,
  DeletionsModule,
  AccessReportModule,
  OperationsModule,
  NamespacesModule,
  UsersModule,
  SessionsModule,
  WebContextModule,
  SignInModule,
  TwoFactorModule,
  OauthTokensModule,
  JobTokensModule,
  TokensModule,
  MembersModule,
  GroupsModule,
  ProjectsModule,
  DeployTokensModule,
  BackupModule,
];

const FEATURES = [
  RepositoriesModule,
  PipelinesModule,
  SnippetsModule,
  OpenApiModule,
  RegistryModule,
  PackagesModule,
  AlertsModule,
  IntegrationsModule,
  GitHttpModule,
  OauthModule,
  WebModule,
  TriggersModule,
  StorageMovesModule,
  ScimModule,
  OidcModule,
  GraphqlModule,
];

/** Additional modules, for routes that only tests need. */
export type ExtraModules = readonly Type[];

/** The list of modules; those that need settings or a connection are in {@link AppModule}. */
export const MODULES = [
  ContributionsModule,
  CryptoModule,
  BlobModule,
  MailModule,
  OutboundModule,
  MetricsModule,
  HttpModule,
  CountersModule,
  GitModule,
  ...CORE,
  ...FEATURES,
];

/** The whole program. */
@Module({})
export class AppModule {
  static with(env: Env, connection: DatabaseConnection, more: ExtraModules = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(env),
        DatabaseModule.with(connection, ENTITIES),
        QueueModule.with(env),
        ...MODULES,
        ...more,
      ],
    };
  }
}
