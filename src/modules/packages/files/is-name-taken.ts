import { brokenConstraint } from '../../../platform/database/database-errors.js';

/** Whether publishing failed because the package has a file of this name, and takes no second one. */
export const isNameTaken = (error: unknown): boolean => brokenConstraint(error) === 'uq_package_files_sole_name';
