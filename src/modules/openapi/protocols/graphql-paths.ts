import type { JsonObject } from '../../../common/params/json-object.js';

export const GRAPHQL_TAG = { name: 'GraphQL', description: 'One endpoint for queries and changes of any shape.' };

const ENDPOINT = '/api/graphql';
const JSON_TYPE = 'application/json';

const DOCUMENT = {
  type: 'object',
  properties: {
    query: { type: 'string', maxLength: 10_000, description: 'The document.' },
    variables: { type: ['object', 'null'], description: 'Values of its variables.' },
    operationName: { type: ['string', 'null'], description: 'Which of its operations is meant.' },
    extensions: { type: 'object', description: '`persistedQuery.sha256Hash` stands for a text that was sent before.' },
  },
};
const RESULT = {
  type: 'object',
  properties: {
    data: { type: ['object', 'null'], description: 'What was asked for.' },
    errors: { type: 'array', items: { type: 'object' }, description: 'What went wrong, with a code each.' },
    extensions: { type: 'object', description: '`cost` of the document, and its limit.' },
  },
};
const oneOrMany = (schema: JsonObject) => ({
  [JSON_TYPE]: { schema: { oneOf: [schema, { type: 'array', maxItems: 10, items: schema }] } },
});
const refusal = (description: string) => ({ description, content: { [JSON_TYPE]: { schema: RESULT } } });

/** Contract: scim-graphql §B1. */
export const GRAPHQL_PATHS: JsonObject = {
  [ENDPOINT]: {
    post: {
      tags: [GRAPHQL_TAG.name],
      security: [{}, { privateToken: [] }, { oauth2: [] }, { session: [] }],
      operationId: 'runGraphqlDocuments',
      summary: 'Run one document, or up to ten',
      description: 'Answers 200 also where the document is refused; `errors` say why.',
      requestBody: { required: true, content: oneOrMany(DOCUMENT) },
      responses: {
        200: { description: 'The results, in the order of the documents.', content: oneOrMany(RESULT) },
        400: refusal('The body holds no document.'),
        401: refusal('The token is refused.'),
        403: refusal('The account may not act, or may not act as another.'),
        413: refusal('The body is too large.'),
        415: refusal('The body is not JSON.'),
        429: refusal('Too many requests.'),
      },
    },
  },
  [`${ENDPOINT}/schema`]: {
    get: {
      tags: [GRAPHQL_TAG.name],
      security: [{}],
      operationId: 'getGraphqlSchema',
      summary: 'Get the schema',
      description: 'In the language of schemas.',
      responses: {
        200: { description: 'The schema.', content: { 'text/plain': { schema: { type: 'string' } } } },
        429: refusal('Too many requests.'),
      },
    },
  },
};
