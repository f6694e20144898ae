import { CreateUsers1763600000000 } from './1763600000000-create-users.js';
import { CreateGroupsAndProjects1763600100000 } from './1763600100000-create-groups-and-projects.js';
import { CreateAccessTokens1763600200000 } from './1763600200000-create-access-tokens.js';
import { CreateSettings1763600300000 } from './1763600300000-create-settings.js';
import { CreateJobs1763600400000 } from './1763600400000-create-jobs.js';
import { CreateAuditEvents1763600500000 } from './1763600500000-create-audit-events.js';
import { CreateRequestRecords1763600600000 } from './1763600600000-create-request-records.js';
import { AddKeyCheck1763600700000 } from './1763600700000-add-key-check.js';
import { CreateRegistry1763700000000 } from './1763700000000-create-registry.js';
import { CreateSigningKeys1763700100000 } from './1763700100000-create-signing-keys.js';
import { FollowCleanups1763720000000 } from './1763720000000-follow-cleanups.js';
import { RememberDeletions1763723000000 } from './1763723000000-remember-deletions.js';
import { CreateSessions1795266515478 } from './1795266515478-create-sessions.js';
import { CreateOauth1795266515479 } from './1795266515479-create-oauth.js';
import { CreateRepositories1795266534682 } from './1795266534682-create-repositories.js';
import { CreatePipelines1795268500000 } from './1795268500000-create-pipelines.js';
import { CreateDeviceRequests1795270277240 } from './1795270277240-create-device-requests.js';
import { RunJobs1795270900000 } from './1795270900000-run-jobs.js';
import { CreateSnippets1795271630647 } from './1795271630647-create-snippets.js';
import { CreateAccountLinks1795273500000 } from './1795273500000-create-account-links.js';
import { IndexUndigestedRunnersTokens1795277587437 } from './1795277587437-index-undigested-runners-tokens.js';
import { DateChanges1795278760000 } from './1795278760000-date-changes.js';
import { IndexPendingJobs1795296600000 } from './1795296600000-index-pending-jobs.js';
import { IndexJobsUnderWay1795350000000 } from './1795350000000-index-jobs-under-way.js';
import { TieKeysToIntents1795351000000 } from './1795351000000-tie-keys-to-intents.js';
import { IndexSearch1795400000000 } from './1795400000000-index-search.js';
import { IndexLists1795400100000 } from './1795400100000-index-lists.js';
import { KeepCounters1795410000000 } from './1795410000000-keep-counters.js';
import { CountImageBytes1795410100000 } from './1795410100000-count-image-bytes.js';
import { IndexTrees1795420000000 } from './1795420000000-index-trees.js';
import { IndexListOrders1795420100000 } from './1795420100000-index-list-orders.js';
import { KeepSwitches1795500000000 } from './1795500000000-keep-switches.js';
import { KeepReportVariables1795500100000 } from './1795500100000-keep-report-variables.js';
import { KeepShownOnce1795500200000 } from './1795500200000-keep-shown-once.js';
import { CreatePackages1795600000000 } from './1795600000000-create-packages.js';
import { CountPackageBytes1795600100000 } from './1795600100000-count-package-bytes.js';
import { IndexDeletedPackages1795600200000 } from './1795600200000-index-deleted-packages.js';
import { IndexProcessedPackages1795600400000 } from './1795600400000-index-processed-packages.js';
import { CreateNpmVersions1795605000000 } from './1795605000000-create-npm-versions.js';
import { CreatePackageSettings1795610000000 } from './1795610000000-create-package-settings.js';
import { CreatePackageCleanupPolicies1795610100000 } from './1795610100000-create-package-cleanup-policies.js';
import { CreateIntegrations1795620000000 } from './1795620000000-create-integrations.js';
import { CreateIntegrationEvents1795625000000 } from './1795625000000-create-integration-events.js';
import { CreateDeliveries1795625100000 } from './1795625100000-create-deliveries.js';
import { CreateAlertIntegrations1795630000000 } from './1795630000000-create-alert-integrations.js';
import { CreateAlerts1795630100000 } from './1795630100000-create-alerts.js';
import { CreateIncidents1795630200000 } from './1795630200000-create-incidents.js';
import { CreateStorageMoves1795640000000 } from './1795640000000-create-storage-moves.js';
import { CreateScim1795650000000 } from './1795650000000-create-scim.js';
import { AddStorageMoveLeftovers1795660000000 } from './1795660000000-add-storage-move-leftovers.js';
import { CreateStorageMoveItems1795660100000 } from './1795660100000-create-storage-move-items.js';
import { CreateChatAccounts1795660200000 } from './1795660200000-create-chat-accounts.js';
import { IndexDeliveryLog1795661000000 } from './1795661000000-index-delivery-log.js';
import { IndexRunners1795661100000 } from './1795661100000-index-runners.js';
import { CreateUserIdentities1795670000000 } from './1795670000000-create-user-identities.js';
import { CoverPackageLists1795690000000 } from './1795690000000-cover-package-lists.js';
import { IndexDeliveryStates1795690100000 } from './1795690100000-index-delivery-states.js';
import { KeepMoveChecksums1795700000000 } from './1795700000000-keep-move-checksums.js';
import { SpreadRunnerAssignments1795710000000 } from './1795710000000-spread-runner-assignments.js';
import { IndexRareRows1795711000000 } from './1795711000000-index-rare-rows.js';
import { KeepLeasesOfDeleted1795720000000 } from './1795720000000-keep-leases-of-deleted.js';
import { PauseOperations1795730000000 } from './1795730000000-pause-operations.js';
import { IndexRareJobs1795740000000 } from './1795740000000-index-rare-jobs.js';
import { ForgetBytesOfMeasuredSnippets1795750000000 } from './1795750000000-forget-bytes-of-measured-snippets.js';
import { CountArtifactBytes1795760000000 } from './1795760000000-count-artifact-bytes.js';
import { IndexRareStates1795770000000 } from './1795770000000-index-rare-states.js';
import { NoteUseOfAccounts1795780000000 } from './1795780000000-note-use-of-accounts.js';
import { IndexPartsOfLists1795780100000 } from './1795780100000-index-parts-of-lists.js';
import { NoteEndOfCanceledJobs1795785000000 } from './1795785000000-note-end-of-canceled-jobs.js';
import { RequireChanges1795790000000 } from './1795790000000-require-changes.js';
import { KeepRetryAfter1795800000000 } from './1795800000000-keep-retry-after.js';

/** Every change of the schema, oldest first; a landed one is never edited. */
export const migrations = [
  CreateUsers1763600000000,
  CreateGroupsAndProjects1763600100000,
  CreateAccessTokens1763600200000,
  CreateSettings1763600300000,
  CreateJobs1763600400000,
  CreateAuditEvents1763600500000,
  CreateRequestRecords1763600600000,
  AddKeyCheck1763600700000,
  CreateRegistry1763700000000,
  CreateSigningKeys1763700100000,
  FollowCleanups1763720000000,
  RememberDeletions1763723000000,
  CreateSessions1795266515478,
  CreateOauth1795266515479,
  CreateRepositories1795266534682,
  CreatePipelines1795268500000,
  CreateDeviceRequests1795270277240,
  RunJobs1795270900000,
  CreateSnippets1795271630647,
  CreateAccountLinks1795273500000,
  IndexUndigestedRunnersTokens1795277587437,
  DateChanges1795278760000,
  IndexPendingJobs1795296600000,
  IndexJobsUnderWay1795350000000,
  TieKeysToIntents1795351000000,
  IndexSearch1795400000000,
  IndexLists1795400100000,
  KeepCounters1795410000000,
  CountImageBytes1795410100000,
  IndexTrees1795420000000,
  IndexListOrders1795420100000,
  KeepSwitches1795500000000,
  KeepReportVariables1795500100000,
  KeepShownOnce1795500200000,
  CreatePackages1795600000000,
  CountPackageBytes1795600100000,
  IndexDeletedPackages1795600200000,
  IndexProcessedPackages1795600400000,
  CreateNpmVersions1795605000000,
  CreatePackageSettings1795610000000,
  CreatePackageCleanupPolicies1795610100000,
  CreateIntegrations1795620000000,
  CreateIntegrationEvents1795625000000,
  CreateDeliveries1795625100000,
  CreateAlertIntegrations1795630000000,
  CreateAlerts1795630100000,
  CreateIncidents1795630200000,
  CreateStorageMoves1795640000000,
  CreateScim1795650000000,
  AddStorageMoveLeftovers1795660000000,
  CreateStorageMoveItems1795660100000,
  CreateChatAccounts1795660200000,
  IndexDeliveryLog1795661000000,
  IndexRunners1795661100000,
  CreateUserIdentities1795670000000,
  CoverPackageLists1795690000000,
  IndexDeliveryStates1795690100000,
  KeepMoveChecksums1795700000000,
  SpreadRunnerAssignments1795710000000,
  IndexRareRows1795711000000,
  KeepLeasesOfDeleted1795720000000,
  PauseOperations1795730000000,
  IndexRareJobs1795740000000,
  ForgetBytesOfMeasuredSnippets1795750000000,
  CountArtifactBytes1795760000000,
  IndexRareStates1795770000000,
  NoteUseOfAccounts1795780000000,
  IndexPartsOfLists1795780100000,
  NoteEndOfCanceledJobs1795785000000,
  RequireChanges1795790000000,
  KeepRetryAfter1795800000000,
];
