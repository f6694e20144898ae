/** A part of the document, looked into freely. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into documents freely
type Part = Record<string, any>;

/** One operation of the OpenAPI document. */
export interface Operation {
  readonly id: string;
  readonly verb: string;
  /** As the service serves it: without a slash at the end. */
  readonly path: string;
  readonly of: Part;
  /** Those of the path included, references followed. */
  readonly parameters: readonly Part[];
  /** Schemas of the body as JSON or a form, references followed. */
  readonly bodies: readonly Part[];
  /** Schemas of successful JSON answers as they are written. */
  readonly answers: readonly Part[];
}

/** What a reference within the document leads to, or the part itself. */
const resolved = (document: Part, part: Part): Part =>
  typeof part.$ref === 'string'
    ? part.$ref
        .slice('#/'.length)
        .split('/')
        .reduce((inner: Part, key) => inner[key] as Part, document)
    : part;

/** Every operation of the document. */
export function withOperations(text: string): Operation[] {
  const document = JSON.parse(text) as Part;
  return Object.entries(document.paths as Record<string, Part>).flatMap(([path, { parameters = [], ...verbs }]) =>
    Object.entries(verbs as Record<string, Part>).map(([verb, of]) => ({
      id: String(of.operationId),
      verb: verb.toUpperCase(),
      path: path.replace(/\/$/, ''),
      of,
      parameters: [...(parameters as Part[]), ...((of.parameters ?? []) as Part[])].map((part) =>
        resolved(document, part),
      ),
      bodies: schemasOf(of.requestBody as Part | undefined).map((schema) => resolved(document, schema)),
      answers: Object.entries(of.responses as Record<string, Part>)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, response]) => schemasOf(response)),
    })),
  );
}

const schemasOf = (part: Part | undefined): Part[] =>
  Object.values((part?.content ?? {}) as Record<string, Part>).map(({ schema }) => schema as Part);
