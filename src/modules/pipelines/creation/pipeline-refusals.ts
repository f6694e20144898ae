import { ApiError, CommittedRefusal } from '../../../common/errors/api-error.js';

const base = (status: number, text: string): ApiError => new ApiError(status, { message: { base: [text] } });

/** Errors for pipelines that are not created (contract: triggers §3). */
export const jobsDisabled = (): ApiError => base(400, 'Pipelines are disabled!');
export const notPermitted = (): ApiError => base(400, 'Insufficient permissions to create a new pipeline');
export const refNotFound = (): ApiError => base(400, 'Reference not found');
export const refAmbiguous = (): ApiError => base(400, 'Ref is ambiguous');
export const protectedRef = (ref: string): ApiError =>
  base(
    400,
    `You do not have sufficient permission to run a pipeline on '${ref}'. Please select a different branch or contact your administrator for assistance.`,
  );
export const duplicateVariable = (name: string): ApiError => base(422, `Duplicate variable name: ${name}`);
export const noDefinition = (): ApiError => base(400, 'Missing CI config file');
/** The failed pipeline stays stored (contract: triggers §3.8). */
export const badDefinition = (error: string): ApiError => new CommittedRefusal(422, { message: { base: [error] } });
export const filteredOut = (): ApiError => base(400, 'Pipeline filtered out by workflow rules.');
export const noJobs = (): ApiError => base(400, 'No stages / jobs for this pipeline.');
