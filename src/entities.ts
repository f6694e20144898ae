import { CounterEntity } from './platform/counters/counter.entity.js';
import { CounterChangeEntity } from './platform/counters/counter-change.entity.js';
import { IdempotencyKeyEntity } from './platform/http/idempotency/idempotency-key.entity.js';
import { RateCounterEntity } from './platform/http/rate-limit/rate-counter.entity.js';
import { JobEntity } from './platform/queue/job.entity.js';
import { RecurringJobEntity } from './platform/queue/recurring-job.entity.js';
import { AuditEventEntity } from './core/audit/audit-event.entity.js';
import { DeployTokenEntity } from './core/deploy-tokens/deploy-token.entity.js';
import { FeatureEntity } from './core/features/feature.entity.js';
import { GroupEntity } from './core/groups/group.entity.js';
import { MemberEntity } from './core/members/member.entity.js';
import { NamespaceEntity } from './core/namespaces/namespace.entity.js';
import { RouteEntity } from './core/namespaces/route.entity.js';
import { OauthAccessTokenEntity } from './core/oauth-tokens/oauth-access-token.entity.js';
import { OperationEntity } from './core/operations/operation.entity.js';
import { ProjectEntity } from './core/projects/project.entity.js';
import { SessionEntity } from './core/sessions/session.entity.js';
import { ApplicationSettingsEntity } from './core/settings/application-settings.entity.js';
import { SigningKeyEntity } from './core/signing-keys/signing-key.entity.js';
import { SpamLogEntity } from './core/spam/spam-log.entity.js';
import { AccessTokenEntity } from './core/tokens/access-token.entity.js';
import { TwoFactorEntity } from './core/two-factor/two-factor.entity.js';
import { TwoFactorBackupCodeEntity } from './core/two-factor/two-factor-backup-code.entity.js';
import { AccountLinkEntity } from './core/users/account-link.entity.js';
import { UserIdentityEntity } from './core/users/identities/user-identity.entity.js';
import { OidcLogoutTokenEntity } from './modules/oidc/logout/oidc-logout-token.entity.js';
import { OidcRequestEntity } from './modules/oidc/sign-in/oidc-request.entity.js';
import { UserEntity } from './core/users/user.entity.js';
import { ApplicationEntity } from './modules/oauth/applications/application.entity.js';
import { ApplicationSecretEntity } from './modules/oauth/applications/application-secret.entity.js';
import { OauthCodeEntity } from './modules/oauth/authorize/oauth-code.entity.js';
import { DeviceRequestEntity } from './modules/oauth/device/device-request.entity.js';
import { OauthFamilyEntity } from './core/oauth-tokens/families/oauth-family.entity.js';
import { OauthRefreshTokenEntity } from './core/oauth-tokens/oauth-refresh-token.entity.js';
import { NpmVersionEntity } from './modules/packages/formats/npm/npm-version.entity.js';
import { PackageBlobEntity } from './modules/packages/records/package-blob.entity.js';
import { PackageEntity } from './modules/packages/records/package.entity.js';
import { PackageFileEntity } from './modules/packages/records/package-file.entity.js';
import { PackagePipelineEntity } from './modules/packages/records/package-pipeline.entity.js';
import { PackageTagEntity } from './modules/packages/records/package-tag.entity.js';
import { StorageMoveItemEntity } from './modules/storage-moves/bulk/storage-move-item.entity.js';
import { GroupStorageMoveEntity } from './modules/storage-moves/records/group-storage-move.entity.js';
import { ProjectStorageMoveEntity } from './modules/storage-moves/records/project-storage-move.entity.js';
import { SnippetStorageMoveEntity } from './modules/storage-moves/records/snippet-storage-move.entity.js';
import { AlertDeliveryEntity } from './modules/alerts/intake/alert-delivery.entity.js';
import { AlertIntegrationEntity } from './modules/alerts/integrations/alert-integration.entity.js';
import { AlertSigningSecretEntity } from './modules/alerts/integrations/alert-signing-secret.entity.js';
import { IncidentAssigneeEntity } from './modules/alerts/incidents/incident-assignee.entity.js';
import { AlertAssigneeEntity } from './modules/alerts/records/alert-assignee.entity.js';
import { AlertEntity } from './modules/alerts/records/alert.entity.js';
import { AlertOccurrenceEntity } from './modules/alerts/records/alert-occurrence.entity.js';
import { IncidentAlertEntity } from './modules/alerts/records/incident-alert.entity.js';
import { IncidentEntity } from './modules/alerts/records/incident.entity.js';
import { IncidentSettingsEntity } from './modules/alerts/records/incident-settings.entity.js';
import { ChatAccountEntity } from './modules/integrations/chat-accounts/chat-account.entity.js';
import { ChatLinkTokenEntity } from './modules/integrations/chat-accounts/chat-link-token.entity.js';
import { IntegrationEntity } from './modules/integrations/settings/integration.entity.js';
import { DeliveryAttemptEntity } from './modules/integrations/records/delivery-attempt.entity.js';
import { DeliveryEntity } from './modules/integrations/records/delivery.entity.js';
import { IntegrationEventEntity } from './modules/integrations/records/integration-event.entity.js';
import { OpenMergeRequestEntity } from './modules/integrations/records/open-merge-request.entity.js';
import { PackageCleanupPolicyEntity } from './modules/packages/cleanup/package-cleanup-policy.entity.js';
import { PackageSettingsEntity } from './modules/packages/settings/package-settings.entity.js';
import { CiPipelineEntity } from './modules/pipelines/records/ci-pipeline.entity.js';
import { CiPipelineVariableEntity } from './modules/pipelines/records/ci-pipeline-variable.entity.js';
import { CiSourceEntity } from './modules/pipelines/records/ci-source.entity.js';
import { InternalIdEntity } from './modules/pipelines/records/internal-id.entity.js';
import { CiArtifactEntity } from './modules/pipelines/artifacts/ci-artifact.entity.js';
import { CiJobEntity } from './modules/pipelines/records/ci-job.entity.js';
import { CiJobLogEntity } from './modules/pipelines/logs/ci-job-log.entity.js';
import { CiRunnerEntity } from './modules/pipelines/runners/ci-runner.entity.js';
import { CiRunnerProjectEntity } from './modules/pipelines/runners/ci-runner-project.entity.js';
import { DroppedBlobEntity } from './modules/pipelines/sweep/dropped-blob.entity.js';
import { CiVariableEntity } from './modules/pipelines/variables/ci-variable.entity.js';
import { ContainerBlobEntity } from './modules/registry/blobs/container-blob.entity.js';
import { ContainerBlobLinkEntity } from './modules/registry/blobs/container-blob-link.entity.js';
import { CleanupPlanEntity } from './modules/registry/cleanup/cleanup-plan.entity.js';
import { ContainerTagHistoryEntity } from './modules/registry/history/container-tag-history.entity.js';
import { ContainerManifestEntity } from './modules/registry/manifests/container-manifest.entity.js';
import { ContainerManifestRefEntity } from './modules/registry/manifests/container-manifest-ref.entity.js';
import { ContainerRepositoryEntity } from './modules/registry/repositories/container-repository.entity.js';
import { ContainerTagEntity } from './modules/registry/tags/container-tag.entity.js';
import { ContainerTagRuleEntity } from './modules/registry/tags/container-tag-rule.entity.js';
import { ContainerUploadEntity } from './modules/registry/uploads/container-upload.entity.js';
import { ContainerContentEntity } from './modules/registry/usage/container-content.entity.js';
import { ContainerSizeLimitEntity } from './modules/registry/usage/container-size-limit.entity.js';
import { RepositoryEntity } from './modules/repositories/storages/repository.entity.js';
import { RepositoryLeaseEntity } from './modules/repositories/leases/repository-lease.entity.js';
import { ProtectedBranchEntity } from './modules/repositories/protection/protected-branch.entity.js';
import { ProtectedTagEntity } from './modules/repositories/protection/protected-tag.entity.js';
import { DeletedRefEntity } from './modules/repositories/pushes/deleted-ref.entity.js';
import { RefIntentEntity } from './modules/repositories/pushes/ref-intent.entity.js';
import { ScimTokenEntity } from './modules/scim/tokens/scim-token.entity.js';
import { ScimIdentityEntity } from './modules/scim/users/scim-identity.entity.js';
import { ScimMembershipEntity } from './modules/scim/users/scim-membership.entity.js';
import { SnippetEntity } from './modules/snippets/snippet.entity.js';
import { TriggerEntity } from './modules/triggers/trigger.entity.js';

/** One class for each table; compared with the migrated schema by test/architecture/entities.spec.ts. */
export const ENTITIES = [
  IdempotencyKeyEntity,
  RateCounterEntity,
  JobEntity,
  RecurringJobEntity,
  CounterEntity,
  CounterChangeEntity,
  AuditEventEntity,
  DeployTokenEntity,
  FeatureEntity,
  GroupEntity,
  MemberEntity,
  NamespaceEntity,
  RouteEntity,
  OauthAccessTokenEntity,
  OperationEntity,
  ProjectEntity,
  SessionEntity,
  ApplicationSettingsEntity,
  SigningKeyEntity,
  SpamLogEntity,
  AccessTokenEntity,
  TwoFactorEntity,
  TwoFactorBackupCodeEntity,
  AccountLinkEntity,
  UserEntity,
  UserIdentityEntity,
  OidcLogoutTokenEntity,
  OidcRequestEntity,
  ApplicationEntity,
  ApplicationSecretEntity,
  OauthCodeEntity,
  DeviceRequestEntity,
  OauthFamilyEntity,
  OauthRefreshTokenEntity,
  NpmVersionEntity,
  PackageBlobEntity,
  PackageEntity,
  PackageFileEntity,
  PackagePipelineEntity,
  PackageTagEntity,
  PackageSettingsEntity,
  PackageCleanupPolicyEntity,
  ChatAccountEntity,
  ChatLinkTokenEntity,
  DeliveryAttemptEntity,
  DeliveryEntity,
  IntegrationEntity,
  ProjectStorageMoveEntity,
  SnippetStorageMoveEntity,
  GroupStorageMoveEntity,
  StorageMoveItemEntity,
  AlertDeliveryEntity,
  AlertIntegrationEntity,
  AlertSigningSecretEntity,
  IncidentAssigneeEntity,
  AlertAssigneeEntity,
  AlertEntity,
  AlertOccurrenceEntity,
  IncidentAlertEntity,
  IncidentEntity,
  IncidentSettingsEntity,
  IntegrationEventEntity,
  OpenMergeRequestEntity,
  ScimTokenEntity,
  ScimIdentityEntity,
  ScimMembershipEntity,
  CiPipelineEntity,
  CiPipelineVariableEntity,
  CiSourceEntity,
  InternalIdEntity,
  CiArtifactEntity,
  CiJobEntity,
  CiJobLogEntity,
  CiRunnerEntity,
  CiRunnerProjectEntity,
  DroppedBlobEntity,
  CiVariableEntity,
  ContainerBlobEntity,
  ContainerBlobLinkEntity,
  CleanupPlanEntity,
  ContainerTagHistoryEntity,
  ContainerManifestEntity,
  ContainerManifestRefEntity,
  ContainerRepositoryEntity,
  ContainerTagEntity,
  ContainerTagRuleEntity,
  ContainerUploadEntity,
  ContainerContentEntity,
  ContainerSizeLimitEntity,
  RepositoryEntity,
  RepositoryLeaseEntity,
  ProtectedBranchEntity,
  ProtectedTagEntity,
  DeletedRefEntity,
  RefIntentEntity,
  SnippetEntity,
  TriggerEntity,
];
