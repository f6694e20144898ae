import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OptionalText } from '../../platform/database/columns.js';

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
  @Column('bytea', { nullable: true }) spamCheckApiKey: Buffer | null;
  @Column('boolean', { default: false }) recaptchaEnabled: boolean;
  @OptionalText() recaptchaSiteKey: string | null;
  @Column('bytea', { nullable: true }) recaptchaPrivateKey: Buffer | null;
  @OptionalText() recaptchaVerifyUrl: string | null;
  @Column('integer', { default: 600 }) oauthAuthorizationCodeExpiresIn: number;
  @Column('integer', { default: 7200 }) oauthAccessTokenExpiresIn: number;
  @Column('integer', { default: 10 }) oauthRefreshReuseWindow: number;
  @Column('boolean', { default: true }) oauthPasswordGrantEnabled: boolean;
  @Column('boolean', { default: true }) oauthPasswordGrantWithoutClient: boolean;
  @OptionalText() oauthHttpRedirects: string | null;
  @Column('text', { default: 'private' }) defaultProjectVisibility: string;
  @Column('text', { default: 'private' }) defaultGroupVisibility: string;
  @Column('text', { default: 'private' }) defaultSnippetVisibility: string;
  @Column('integer', { default: 100_000 }) defaultProjectsLimit: number;
  @Column('text', { default: 'main' }) defaultBranchName: string;
  @Column('integer', { default: 1 }) defaultBranchProtection: number;
  @Column('jsonb', { default: () => `'{"default": 100}'` }) repositoryStoragesWeighted: unknown;
  @Column('boolean', { default: true }) sharedRunnersEnabled: boolean;
  @Column('integer', { default: 100 }) maxArtifactsSize: number;
  @Column('integer', { default: 100 }) maxJobLogSize: number;
  @Column('bytea', { nullable: true }) runnersRegistrationToken: Buffer | null;
  @Column('bytea', { nullable: true }) keyCheck: Buffer | null;
}
