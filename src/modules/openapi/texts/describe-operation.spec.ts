import type { ApiRoute } from '../api-routes.js';
import { operationId, summaryOf } from './describe-operation.js';

/** A route with only what names are made of. */
const aRoute = (verb: string, path: string, isList = false): ApiRoute => ({
  verb,
  path,
  name: 'Any.method',
  allow: { on: 'instance' },
  input: undefined,
  isPaged: isList,
  keyset: isList ? 'cursor' : undefined,
  admitsJobTokens: false,
  readsOwnBody: false,
  describedBody: undefined,
  answers: isList ? [{} as never] : null,
  preview: undefined,
  status: 200,
});

describe('operationId and summaryOf', () => {
  it.each([
    ['GET', '/projects/:id/triggers', true, 'listProjectTriggers', 'List the trigger tokens of a project'],
    ['GET', '/projects/:id/triggers/:trigger_id', false, 'getProjectTrigger', 'Get a trigger token of a project'],
    ['POST', '/projects/:id/triggers', false, 'createProjectTrigger', 'Create a trigger token of a project'],
    ['POST', '/users/:user_id/block', false, 'blockUser', 'Block a user'],
    [
      'DELETE',
      '/groups/:id/access_tokens/:token_id',
      false,
      'deleteGroupAccessToken',
      'Revoke an access token of a group',
    ],
    [
      'GET',
      '/projects/:id/repository/branches',
      true,
      'listProjectRepositoryBranches',
      'List the branches of a project',
    ],
    [
      'POST',
      '/projects/:id/repository/branches',
      false,
      'createProjectRepositoryBranch',
      'Create a branch of a project',
    ],
  ])('name %s %s by its path', (verb, path, isList, id, summary) => {
    const route = aRoute(verb, path, isList);

    expect([operationId(route), summaryOf(route)]).toEqual([id, summary]);
  });

  it('have no summary for words that nothing tells', () => {
    expect(summaryOf(aRoute('GET', '/unheard_of'))).toBeUndefined();
  });
});
