const LIST_RESPONSE = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

interface ListPosition {
  readonly total: number;
  readonly startIndex: number;
}

/** A page of a list (contract: scim-graphql §A4). */
export const presentScimList = (resources: readonly object[], { total, startIndex }: ListPosition) => ({
  schemas: [LIST_RESPONSE],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
