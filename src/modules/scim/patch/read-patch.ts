import { toJsonObject } from '../../../common/params/json-object.js';
import { byLowerName } from '../protocol/by-lower-name.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { scimBadRequest } from '../protocol/scim-errors.js';

const MAX_OPERATIONS = 100;
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:patchop';

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string | null;
  readonly value: unknown;
}

/**
 * Parses the operations of a PATCH; names and `op` in any case. Throws 400 invalidSyntax (contract: scim-graphql §A4).
 */
export function readPatch(body: JsonObject): readonly PatchOperation[] {
  const fields = byLowerName(body);
  const schemas = fields.get('schemas');
  if (Array.isArray(schemas) && !schemas.some((urn) => lowerCase(urn) === PATCH_OP)) {
    throw invalidSyntax('The body is no PatchOp.');
  }
  const operations: unknown = fields.get('operations');
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > MAX_OPERATIONS) {
    throw invalidSyntax(`Operations must be a list of 1 to ${MAX_OPERATIONS}.`);
  }
  return operations.map(operationOf);
}

function operationOf(item: unknown): PatchOperation {
  const fields = byLowerName(toJsonObject(item) ?? {});
  const op = lowerCase(fields.get('op'));
  const path = fields.get('path') ?? null;
  if (op !== 'add' && op !== 'replace' && op !== 'remove') {
    throw invalidSyntax('op must be add, replace or remove.');
  }
  if (path !== null && typeof path !== 'string') {
    throw invalidSyntax('path must be a text.');
  }
  return { op, path, value: fields.get('value') };
}

/** Empty for values other than text: JSON may contain objects that cannot be converted. */
const lowerCase = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

const invalidSyntax = (detail: string) => scimBadRequest('invalidSyntax', detail);
