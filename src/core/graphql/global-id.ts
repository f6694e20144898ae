import { badUserInput } from './graphql-errors.js';

/** Contract: scim-graphql §B2. */
export type GlobalType =
  | 'User'
  | 'Project'
  | 'Group'
  | 'ContainerRepository'
  | 'Package'
  | 'PackageTag'
  | 'PackageFile'
  | 'Pipeline'
  | 'Alert'
  | 'AlertIntegration'
  | 'Integration'
  | 'TriggerToken';

const GLOBAL_ID = /^gid:\/\/slipway\/([A-Za-z]+)\/(0|[1-9]\d*)$/;
/** Id that no record has. */
const NO_ID = 0;

export const globalId = (type: GlobalType, id: number): string => `gid://slipway/${type}/${id}`;

/** Throws BAD_USER_INPUT for an id of another type. A number larger than any id becomes one that no record has. */
export function readGlobalId(type: GlobalType, text: string): number {
  const [, name, id] = GLOBAL_ID.exec(text) ?? [];
  if (name !== type) {
    throw badUserInput(`"${text}" is not a global id of the type ${type}`);
  }
  return Number.isSafeInteger(Number(id)) ? Number(id) : NO_ID;
}
