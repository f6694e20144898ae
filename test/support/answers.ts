/** Refusals of the API as specs compare them (contract: conventions §5). */
export const UNAUTHORIZED = { status: 401, text: '{"message":"401 Unauthorized"}' };
export const FORBIDDEN = { status: 403, text: '{"message":"403 Forbidden"}' };

/** The 404 of a record of that kind; without a name, that of an unknown route. */
export const notFound = (what?: string) => ({
  status: 404,
  text: JSON.stringify({ message: what === undefined ? '404 Not Found' : `404 ${what} Not Found` }),
});

/** The 400 of one invalid field. */
export const bad = (field: string, text: string) => ({ status: 400, body: { message: { [field]: [text] } } });

/** The 400 of a missing parameter. */
export const missing = (name: string) => ({
  status: 400,
  text: `{"message":"400 (Bad request) \\"${name}\\" not given"}`,
});
