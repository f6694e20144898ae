import { brokenConstraint } from '../../../platform/database/database-errors.js';

/** Whether publishing failed because the package already has a file of this name and does not accept a second one. */
export const isNameTaken = (error: unknown): boolean => brokenConstraint(error) === 'uq_package_files_sole_name';
