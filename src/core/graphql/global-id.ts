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

const GLOBAL_ID = /^gid:\/\/slipway\/([A-Za-z]+)\/([1-9]\d{0,14})$/;

export const globalId = (type: GlobalType, id: number): string => `gid://slipway/${type}/${id}`;

/** Throws BAD_USER_INPUT for an id of another type. */
export function readGlobalId(type: GlobalType, text: string): number {
  const [, name, id] = GLOBAL_ID.exec(text) ?? [];
  if (name !== type) {
    throw badUserInput(`"${text}" is not a global id of the type ${type}`);
  }
  return Number(id);
}
