import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalText } from '../../platform/database/columns.js';
import type { Visibility } from './visibility.js';

/** Settings of the instance: one row (contract: core §1.2). */
@Entity('application_settings')
export class ApplicationSettingsEntity {
  @PrimaryColumn('integer', { default: 1 }) id: number;
  @Column('boolean', { default: false }) throttleUnauthenticatedApiEnabled: boolean;
  @Column('integer', { default: 3600 }) throttleUnauthenticatedApiRequestsPerPeriod: number;
  @Column('integer', { default: 3600 }) throttleUnauthenticatedApiPeriodInSeconds: number;
  @Column('boolean', { default: false }) throttleAuthenticatedApiEnabled: boolean;
  @Column('integer', { default: 7200 }) throttleAuthenticatedApiRequestsPerPeriod: number;
  @Column('integer', { default: 3600 }) throttleAuthenticatedApiPeriodInSeconds: number;
  @Column('text', { array: true, default: () => "'{}'" }) throttleUserAllowlist: readonly string[];
  @Column('integer', { default: 10 }) passwordFailuresPerMinute: number;
  @Column('boolean', { default: true }) impersonationEnabled: boolean;
  @Column('integer', { default: 50_000 }) maxOffset: number;
  @Column('boolean', { default: false }) spamCheckEndpointEnabled: boolean;
  @OptionalText() spamCheckEndpointUrl: string | null;
  /** Sealed. */
  @Column('bytea', { nullable: true }) spamCheckApiKey: Buffer | null;
  @Column('boolean', { default: false }) recaptchaEnabled: boolean;
  @OptionalText() recaptchaSiteKey: string | null;
  /** Sealed. */
  @Column('bytea', { nullable: true }) recaptchaPrivateKey: Buffer | null;
  @OptionalText() recaptchaVerifyUrl: string | null;
  @Column('integer', { default: 600 }) oauthAuthorizationCodeExpiresIn: number;
  @Column('integer', { default: 7200 }) oauthAccessTokenExpiresIn: number;
  @Column('integer', { default: 10 }) oauthRefreshReuseWindow: number;
  @Column('boolean', { default: true }) oauthPasswordGrantEnabled: boolean;
  @Column('boolean', { default: true }) oauthPasswordGrantWithoutClient: boolean;
  @OptionalText() oauthHttpRedirects: string | null;
  @Column('text', { default: 'private' }) defaultProjectVisibility: Visibility;
  @Column('text', { default: 'private' }) defaultGroupVisibility: Visibility;
  @Column('text', { default: 'private' }) defaultSnippetVisibility: Visibility;
  @Column('integer', { default: 100_000 }) defaultProjectsLimit: number;
  @Column('text', { default: 'main' }) defaultBranchName: string;
  @Column('integer', { default: 1 }) defaultBranchProtection: number;
  @Column('jsonb', { default: () => `'{"default": 100}'` }) repositoryStoragesWeighted: Readonly<
    Record<string, number>
  >;
  @Column('boolean', { default: true }) sharedRunnersEnabled: boolean;
  @Column('integer', { default: 100 }) maxArtifactsSize: number;
  @Column('integer', { default: 100 }) maxJobLogSize: number;
  /** Sealed. */
  @Column('bytea', { nullable: true }) runnersRegistrationToken: Buffer | null;
  /** A known text, sealed under the SECRET_KEY of the first start. */
  @Column('bytea', { nullable: true }) keyCheck: Buffer | null;
}
