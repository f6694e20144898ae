import { STORAGE_MOVE_TEXTS } from './storage-move-texts.js';

/** Texts of an operation that do not follow from its path. */
interface OperationText {
  /** Operation id for generated clients; derived from verb and path by default. */
  readonly id?: string;
  readonly summary?: string;
  /** Description in addition to the summary. */
  readonly details?: string;
}

const SCHEDULED = 'The work is done by an operation, which `Location` names.';
const SHOWN_ONCE = 'The answer alone holds the secret.';
const ARCHIVE = 'The archive holds the tree of a commit; `path` picks a folder.';

/** By verb and path below `/api/v4`. */
export const OPERATION_TEXTS: Readonly<Record<string, OperationText>> = {
  ...STORAGE_MOVE_TEXTS,
  'POST /repository_storages/:name/clean': {
    id: 'cleanRepositoryStorage',
    summary: 'Remove old copies of moved repositories from a storage',
    details: SCHEDULED,
  },
  'GET /application/settings': { id: 'getApplicationSettings', summary: 'Get the settings of the instance' },
  'PUT /application/settings': {
    id: 'updateApplicationSettings',
    summary: 'Update the settings of the instance',
    details: 'Unknown fields are ignored; one bad value changes nothing.',
  },
  'POST /runners/reset_registration_token': {
    id: 'resetInstanceRunnersToken',
    summary: 'Reset the registration token for runners of the instance',
  },
  'POST /groups/:id/runners/reset_registration_token': {
    id: 'resetGroupRunnersToken',
    summary: 'Reset the registration token for runners of a group',
  },
  'POST /projects/:id/runners/reset_registration_token': {
    id: 'resetProjectRunnersToken',
    summary: 'Reset the registration token for runners of a project',
  },
  'POST /features/:name': { id: 'setFeature', summary: 'Switch a feature flag on or off' },
  'DELETE /features/:name': { id: 'resetFeature', summary: 'Set a feature flag back to its default' },
  'POST /features//:name': {
    id: 'setFeatureOfPython',
    summary: 'Switch a feature flag on or off, as python-gitlab writes the path',
  },
  'DELETE /features//:name': {
    id: 'resetFeatureOfPython',
    summary: 'Set a feature flag back to its default, as python-gitlab writes the path',
  },
  'POST /projects/:id/events': {
    id: 'createProjectEvent',
    summary: 'Tell the integrations of a project of an event',
    details: 'All members of the event are kept and sent; those that are missing are filled in.',
  },
  'POST /projects/:id/integrations/:slug/trigger': {
    id: 'runProjectSlashCommand',
    summary: 'Run a slash command of a chat',
    details: 'The token of the integration is what counts; other credentials are ignored.',
  },
  'POST /projects/:id/services/:slug/trigger': {
    id: 'runProjectServiceSlashCommand',
    summary: 'Run a slash command of a chat, by the older path',
    details: 'The token of the integration is what counts; other credentials are ignored.',
  },
  'POST /user/chat_accounts': { id: 'linkChatAccount', summary: 'Link a user of a chat to your account' },
  'POST /projects/:id/integrations/:slug/test': {
    id: 'testProjectIntegration',
    summary: 'Send a sample event to an integration',
    details: 'One attempt, at once, whatever its flags and filters say.',
  },
  'POST /projects/:id/integrations/:slug/deliveries/redeliver': {
    id: 'redeliverProjectIntegrationDeliveries',
    summary: 'Send deliveries of an integration again',
    details: SCHEDULED,
  },
  'POST /projects/:id/integrations/:slug/deliveries/:delivery_id/redeliver': {
    id: 'redeliverProjectIntegrationDelivery',
    summary: 'Send a delivery of an integration again',
    details: 'One that waits for a retry is due at once.',
  },
  'POST /projects/:id/integrations/:slug/signing_secret': {
    id: 'rotateProjectIntegrationSigningSecret',
    summary: 'Make a new signing secret of an integration',
    details: `${SHOWN_ONCE} The one before it goes on signing beside it for a day.`,
  },
  'POST /projects/:id/services/:slug/test': {
    id: 'testProjectService',
    summary: 'Send a sample event to an integration, by the older path',
    details: 'One attempt, at once, whatever its flags and filters say.',
  },
  'POST /projects/:id/services/:slug/deliveries/redeliver': {
    id: 'redeliverProjectServiceDeliveries',
    summary: 'Send deliveries of an integration again, by the older path',
    details: SCHEDULED,
  },
  'POST /projects/:id/services/:slug/deliveries/:delivery_id/redeliver': {
    id: 'redeliverProjectServiceDelivery',
    summary: 'Send a delivery of an integration again, by the older path',
    details: 'One that waits for a retry is due at once.',
  },
  'POST /projects/:id/services/:slug/signing_secret': {
    id: 'rotateProjectServiceSigningSecret',
    summary: 'Make a new signing secret of an integration, by the older path',
    details: `${SHOWN_ONCE} The one before it goes on signing beside it for a day.`,
  },
  'POST /projects/:id/packages/cleanup': {
    id: 'cleanUpProjectPackages',
    summary: 'Run the cleanup policy of packages now',
    details: SCHEDULED,
  },
  'GET /projects/:id/packages/cleanup_policy': {
    id: 'getPackageCleanupPolicy',
    summary: 'Get the cleanup policy of the packages of a project',
  },
  'PUT /projects/:id/packages/cleanup_policy': {
    id: 'updatePackageCleanupPolicy',
    summary: 'Update the cleanup policy of the packages of a project',
    details: 'A policy that names nothing to delete deletes nothing.',
  },
  'POST /projects/:id/alert_integrations/:integration_id/reset_token': {
    id: 'resetProjectAlertIntegrationToken',
    summary: 'Replace the key of an alert integration',
    details: 'The old key is dead at once.',
  },
  'POST /projects/:id/alert_integrations/:integration_id/signing_secret': {
    id: 'createProjectAlertIntegrationSigningSecret',
    summary: 'Create a signing secret of an alert integration',
    details: SHOWN_ONCE,
  },
  'DELETE /projects/:id/alert_integrations/:integration_id/signing_secret': {
    id: 'deleteProjectAlertIntegrationSigningSecrets',
    summary: 'Delete the signing secrets of an alert integration',
  },
  'POST /projects/:id/alert_integrations/:integration_id/test': {
    id: 'sendProjectTestAlert',
    summary: 'Send a test alert',
    details: 'The alert is a real one; `dry_run` explains what would become of the payload instead.',
  },
  'POST /projects/:id/alert_management_alerts/:alert_id/incident': {
    id: 'createProjectAlertIncident',
    summary: 'Create the incident of an alert',
  },
  'GET /projects/:id/alert_management_alerts/status_counts': {
    id: 'getProjectAlertStatusCounts',
    summary: 'Count the alerts of a project by status',
  },
  'GET /projects/:id/incident_management_settings': {
    id: 'getProjectIncidentManagementSettings',
    summary: 'Get what follows from the alerts of a project',
  },
  'PUT /projects/:id/incident_management_settings': {
    id: 'updateProjectIncidentManagementSettings',
    summary: 'Update what follows from the alerts of a project',
  },
  'GET /projects/:id/packages/settings': {
    id: 'getProjectPackageSettings',
    summary: 'Get the package settings of a project',
    details: 'What is null is inherited from the nearest group.',
  },
  'PUT /projects/:id/packages/settings': {
    id: 'updateProjectPackageSettings',
    summary: 'Update the package settings of a project',
    details: 'What is null is inherited from the nearest group.',
  },
  'GET /groups/:id/packages/settings': {
    id: 'getGroupPackageSettings',
    summary: 'Get the package settings of a group',
  },
  'PUT /groups/:id/packages/settings': {
    id: 'updateGroupPackageSettings',
    summary: 'Update the package settings of a group',
    details: 'What is null is inherited from the group above.',
  },
  'GET /version': { summary: 'Get the version of the service' },
  'GET /metadata': { summary: 'Get the version and edition of the service' },
  'GET /openapi.json': { summary: 'Get the OpenAPI document of the service' },
  'GET /audit_events/export': {
    id: 'exportAuditEvents',
    summary: 'Export the audit events of the instance',
    details: 'One audit event as JSON on each line.',
  },
  'POST /operations/:id/cancel': { details: 'Not every kind of operation can be stopped.' },
  'POST /operations/:id/pause': {
    details: 'What is under way ends. Only moves of all containers of a storage can be paused.',
  },
  'GET /user': { id: 'getOwnUser', summary: 'Get the signed-in user' },
  'POST /users': { details: 'One of `password`, `reset_password` and `force_random_password` is required.' },
  'GET /user/sessions': { id: 'listOwnSessions', summary: 'List the sessions of the signed-in user' },
  'DELETE /user/sessions/:session_id': { id: 'deleteOwnSession', summary: 'End a session of the signed-in user' },
  'GET /user/two_factor': { id: 'getOwnTwoFactor', summary: 'Get the state of two-factor authentication' },
  'POST /user/two_factor': {
    id: 'beginOwnTwoFactor',
    summary: 'Begin to set up two-factor authentication',
    details: 'The secret counts once a code confirms it.',
  },
  'POST /user/two_factor/confirm': {
    id: 'confirmOwnTwoFactor',
    summary: 'Confirm two-factor authentication with a code',
    details: 'The answer alone holds the backup codes.',
  },
  'DELETE /user/two_factor': { id: 'disableOwnTwoFactor', summary: 'Switch two-factor authentication off' },
  'PATCH /users/:user_id/disable_two_factor': {
    id: 'disableUserTwoFactor',
    summary: 'Switch the two-factor authentication of a user off',
  },
  'GET /personal_access_tokens/self': { id: 'getTokenOfRequest', summary: 'Get the token of the request' },
  'DELETE /personal_access_tokens/self': { id: 'revokeTokenOfRequest', summary: 'Revoke the token of the request' },
  'POST /personal_access_tokens/self/rotate': {
    id: 'rotateTokenOfRequest',
    summary: 'Rotate the token of the request',
    details: SHOWN_ONCE,
  },
  'POST /user/personal_access_tokens': {
    id: 'createOwnPersonalAccessToken',
    summary: 'Create a personal access token of the signed-in user',
    details: SHOWN_ONCE,
  },
  'DELETE /users/:user_id/identities/:provider': {
    summary: 'Unlink a user from an identity provider',
    details: 'The person does not sign in as this user any more, until somebody links them again.',
  },
  'POST /users/:user_id/personal_access_tokens': { details: SHOWN_ONCE },
  'POST /users/:user_id/impersonation_tokens': { details: SHOWN_ONCE },
  'POST /personal_access_tokens/:token_id/rotate': { details: SHOWN_ONCE },
  'POST /groups/:id/access_tokens': { details: SHOWN_ONCE },
  'POST /groups/:id/access_tokens/:token_id/rotate': { details: SHOWN_ONCE },
  'POST /projects/:id/access_tokens': { details: SHOWN_ONCE },
  'POST /projects/:id/access_tokens/:token_id/rotate': { details: SHOWN_ONCE },
  'POST /groups/:id/deploy_tokens': { details: SHOWN_ONCE },
  'POST /groups/:id/scim_tokens': { details: SHOWN_ONCE },
  'POST /groups/:id/scim_tokens/:token_id/test': {
    id: 'testScimToken',
    summary: 'Try what an identity provider would do with a SCIM token',
    details:
      'A user is created, found, changed, deactivated and deleted, up to the first step that fails; nothing stays.',
  },
  'POST /projects/:id/deploy_tokens': { details: SHOWN_ONCE },
  'DELETE /groups/:id': { details: 'The group can be restored until its deletion is due.' },
  'DELETE /projects/:id': { details: 'The project can be restored until its deletion is due.' },
  'GET /groups/:id/members': { summary: 'List the direct members of a group' },
  'GET /groups/:id/members/all': {
    id: 'listAllGroupMembers',
    summary: 'List the direct and inherited members of a group',
  },
  'GET /groups/:id/members/all/:user_id': { id: 'getAnyGroupMember' },
  'GET /projects/:id/members': { summary: 'List the direct members of a project' },
  'GET /projects/:id/members/all': {
    id: 'listAllProjectMembers',
    summary: 'List the direct and inherited members of a project',
  },
  'GET /projects/:id/members/all/:user_id': { id: 'getAnyProjectMember' },
  'POST /groups/:id/members': { id: 'addGroupMember', summary: 'Add members to a group' },
  'POST /projects/:id/members': { id: 'addProjectMember', summary: 'Add members to a project' },
  'DELETE /groups/:id/members/:user_id': { id: 'removeGroupMember', summary: 'Remove a member from a group' },
  'DELETE /projects/:id/members/:user_id': { id: 'removeProjectMember', summary: 'Remove a member from a project' },
  'POST /projects/user/:user_id': { id: 'createProjectForUser', summary: 'Create a project of a user' },
  'GET /users/:user_id/projects': { summary: 'List the personal projects of a user' },
  'POST /projects/:id/ci/lint': {
    id: 'lintDefinition',
    summary: 'Check a definition of pipelines',
    details: 'Answers errors, warnings and the jobs that a pipeline would have.',
  },
  'GET /snippets': { id: 'listOwnSnippets', summary: 'List the snippets of the signed-in user' },
  'GET /snippets/public': { id: 'listPublicSnippets', summary: 'List public snippets' },
  'GET /snippets/all': { id: 'listAllSnippets', summary: 'List all snippets that the caller sees' },
  'GET /snippets/:snippet_id/raw': { id: 'getSnippetRaw', summary: 'Download the first file of a snippet' },
  'GET /projects/:id/snippets/:snippet_id/raw': {
    id: 'getProjectSnippetRaw',
    summary: 'Download the first file of a project snippet',
  },
  'GET /snippets/:snippet_id/files/:ref/:file_path/raw': {
    id: 'getSnippetFileRaw',
    summary: 'Download a file of a snippet',
  },
  'GET /projects/:id/snippets/:snippet_id/files/:ref/:file_path/raw': {
    id: 'getProjectSnippetFileRaw',
    summary: 'Download a file of a project snippet',
  },
  'POST /projects/:id/triggers/:trigger_id/rotate': { details: SHOWN_ONCE },
  'POST /projects/:id/trigger/pipeline': {
    id: 'triggerPipeline',
    summary: 'Start a pipeline with a trigger token',
    details: 'The `token` of the body decides; nobody needs to be signed in.',
  },
  'POST /projects/:id/ref/*ref/trigger/pipeline': {
    id: 'triggerPipelineForRef',
    summary: 'Start a pipeline of the ref in the path with a trigger token',
    details: 'For services that call a fixed address. The path holds the slashes of the ref as they are.',
  },
  'GET /projects/:id/trigger/pipeline/:pipeline_id': {
    id: 'getTriggeredPipeline',
    summary: 'Follow a pipeline with the token that started it',
    details: 'With `wait` the answer comes when the status changes.',
  },
  'POST /projects/:id/protected_branches': {
    id: 'protectBranch',
    summary: 'Protect a branch or a pattern of branches',
  },
  'DELETE /projects/:id/protected_branches/:name': {
    id: 'unprotectBranch',
    summary: 'End the protection of a branch or a pattern of branches',
  },
  'POST /projects/:id/protected_tags': { id: 'protectTag', summary: 'Protect a git tag or a pattern of git tags' },
  'DELETE /projects/:id/protected_tags/:name': {
    id: 'unprotectTag',
    summary: 'End the protection of a git tag or a pattern of git tags',
  },
  'DELETE /projects/:id/repository/merged_branches': {
    id: 'deleteMergedBranches',
    summary: 'Delete the branches that are merged into the default branch',
    details: SCHEDULED,
  },
  'GET /projects/:id/repository/commits/:sha/diff': { summary: 'Get the changes of a commit, file by file' },
  'POST /projects/:id/repository/commits': { details: 'All `actions` become one commit, or none does.' },
  'GET /projects/:id/repository/files/:file_path/raw': { id: 'getRepositoryFileRaw', summary: 'Download a file' },
  'GET /projects/:id/repository/files/:file_path/blame': {
    summary: 'Get the commits that last changed the lines of a file',
  },
  'GET /projects/:id/repository/tree': { id: 'listRepositoryTree', summary: 'List the files and folders of a commit' },
  'GET /projects/:id/repository/blobs/:sha/raw': { id: 'getRepositoryBlobRaw', summary: 'Download a git blob' },
  'GET /projects/:id/repository/archive': { summary: 'Download the code as tar.gz', details: ARCHIVE },
  'GET /projects/:id/repository/archive.tar.gz': { summary: 'Download the code as tar.gz', details: ARCHIVE },
  'GET /projects/:id/repository/archive.tgz': { summary: 'Download the code as tar.gz', details: ARCHIVE },
  'GET /projects/:id/repository/archive.tar.bz2': { summary: 'Download the code as tar.bz2', details: ARCHIVE },
  'GET /projects/:id/repository/archive.tbz': { summary: 'Download the code as tar.bz2', details: ARCHIVE },
  'GET /projects/:id/repository/archive.tar': { summary: 'Download the code as tar', details: ARCHIVE },
  'GET /projects/:id/repository/archive.zip': { summary: 'Download the code as zip', details: ARCHIVE },
  'GET /projects/:id/repository/compare': { id: 'compareRefs', summary: 'Compare two branches, tags or commits' },
  'GET /projects/:id/repository/merge_base': {
    id: 'getMergeBase',
    summary: 'Get the common ancestor of branches, tags or commits',
  },
  'GET /projects/:id/repository/permissions': { summary: 'Get what the caller may do with git' },
  'GET /projects/:id/pipelines/latest': { id: 'getLatestPipeline', summary: 'Get the newest pipeline of a ref' },
  'GET /projects/:id/pipelines/:pipeline_id/variables': { summary: 'List the variables of a pipeline' },
  'GET /projects/:id/pipelines/:pipeline_id/bridges': { summary: 'List the bridge jobs of a pipeline' },
  'POST /projects/:id/pipeline': { id: 'createPipeline', summary: 'Start a pipeline of a branch or tag' },
  'POST /projects/:id/pipelines/:pipeline_id/cancel': { summary: 'Cancel the unfinished jobs of a pipeline' },
  'POST /projects/:id/pipelines/:pipeline_id/retry': { summary: 'Retry the failed and canceled jobs of a pipeline' },
  'GET /projects/:id/jobs/:job_id/trace': { summary: 'Get the log of a job' },
  'POST /projects/:id/jobs/:job_id/play': { summary: 'Start a manual job' },
  'POST /projects/:id/jobs/:job_id/erase': { summary: 'Delete the log and the artifacts of a job' },
  'GET /job': { id: 'getOwnJob', summary: 'Get the job that asks with its token' },
  'GET /projects/:id/packages/:package_id/package_files/:package_file_id/download': {
    id: 'downloadProjectPackageFile',
    summary: 'Download a file of a package',
  },
  'GET /projects/:id/jobs/:job_id/artifacts': { summary: 'Download the artifacts of a job' },
  'GET /projects/:id/jobs/artifacts/:ref/download': {
    id: 'getNewestJobArtifacts',
    summary: 'Download the newest artifacts of a job by its name',
  },
  'DELETE /projects/:id/jobs/:job_id/artifacts': { summary: 'Delete the artifacts of a job' },
  'POST /runners': {
    id: 'registerRunner',
    summary: 'Register a runner with a registration token',
    details: SHOWN_ONCE,
  },
  'POST /user/runners': {
    id: 'createRunner',
    summary: 'Create a runner of the instance, a group or a project',
    details: SHOWN_ONCE,
  },
  'POST /runners/verify': { id: 'verifyRunner', summary: 'Check the token of a runner' },
  'DELETE /runners': { id: 'unregisterRunner', summary: 'Delete a runner by its token' },
  'GET /runners': { summary: 'List the runners that the caller manages' },
  'GET /runners/all': { id: 'listAllRunners', summary: 'List all runners of the instance' },
  'POST /projects/:id/runners': { id: 'assignProjectRunner', summary: 'Assign a runner to a project' },
  'DELETE /projects/:id/runners/:runner_id': {
    id: 'unassignProjectRunner',
    summary: 'Take a runner away from a project',
  },
  'POST /jobs/request': {
    id: 'requestJob',
    summary: 'Ask for a job as a runner',
    details: '204 when there is none. With `last_update` the answer may wait for a job.',
  },
  'PATCH /jobs/:job_id/trace': {
    id: 'appendJobLog',
    summary: 'Append to the log of a running job',
    details: 'The token of the job is in `JOB-TOKEN`, the part of the log in `Content-Range`.',
  },
  'PUT /jobs/:job_id': { id: 'updateRunningJob', summary: 'Report the state of a running job' },
  'POST /jobs/:job_id/artifacts': {
    id: 'uploadJobArtifacts',
    summary: 'Upload the artifacts of a running job',
    details: 'The token of the job is in `JOB-TOKEN`, the archive in the part `file`.',
  },
  'GET /jobs/:job_id/artifacts': {
    id: 'downloadJobArtifacts',
    summary: 'Download artifacts that a running job depends on',
  },
  'POST /projects/:id/statuses/:sha': { id: 'reportCommitStatus', summary: 'Report the status of a commit' },
  'DELETE /projects/:id/registry/repositories/:repository_id/tags': {
    id: 'deleteProjectRegistryRepositoryTags',
    summary: 'Delete many image tags by pattern, number and age',
    details: `${SCHEDULED} At most once an hour for a container repository.`,
  },
  'DELETE /projects/:id/registry/repositories/:repository_id': { details: SCHEDULED },
  'POST /registry/gc': {
    id: 'collectRegistryGarbage',
    summary: 'Collect the garbage of the container registry',
    details: SCHEDULED,
  },
  'POST /applications/:id/renew-secret': {
    id: 'renewApplicationSecret',
    summary: 'Renew the secret of an OAuth application',
    details: SHOWN_ONCE,
  },
  'GET /user/authorized_applications': {
    id: 'listOwnAuthorizedApplications',
    summary: 'List the applications that the signed-in user authorized',
  },
  'DELETE /user/authorized_applications/:application_id': {
    id: 'revokeOwnAuthorizedApplication',
    summary: 'Revoke every token of an application for the signed-in user',
  },
};
