/** Shapes of refusals (contract: conventions §5). */
export const ERROR_SCHEMAS = {
  Message: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
  Invalid: {
    type: 'object',
    required: ['message'],
    properties: {
      message: {
        oneOf: [
          { type: 'string' },
          { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        ],
      },
    },
  },
  Unauthorized: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' }, error: { type: 'string' }, error_description: { type: 'string' } },
  },
  Forbidden: {
    type: 'object',
    properties: {
      message: { type: 'string' },
      error: { type: 'string' },
      error_description: { type: 'string' },
      scope: { type: 'string' },
    },
  },
};

const answer = (description: string, schema: keyof typeof ERROR_SCHEMAS) => ({
  description,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

export const ERROR_ANSWERS: Readonly<Record<number, object>> = {
  400: answer('A parameter is missing or invalid.', 'Invalid'),
  401: answer('Not signed in, or the token is refused.', 'Unauthorized'),
  403: answer('The role, the token or a rule does not allow it.', 'Forbidden'),
  404: answer('Missing, or hidden from the caller.', 'Message'),
  409: answer('It conflicts with what is there.', 'Message'),
  412: answer('The record changed meanwhile.', 'Message'),
  422: answer('It could not be processed.', 'Message'),
  429: answer('Too many requests; `Retry-After` tells when to come again.', 'Message'),
};
