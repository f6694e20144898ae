/** Format of an index (PEP 503, PEP 691). */
export type IndexForm = 'html' | 'json';

/** A format, and the media type under which the client knows it. */
export interface IndexType {
  readonly form: IndexForm;
  readonly contentType: string;
}

const JSON_V1 = 'application/vnd.pypi.simple.v1+json';
const HTML_V1 = 'application/vnd.pypi.simple.v1+html';
const HTML: IndexType = { form: 'html', contentType: 'text/html; charset=utf-8' };

/** In the order in which this service prefers them if a client gives them equal weight. */
const OFFERED: readonly (readonly [name: string, IndexType])[] = [
  ['text/html', HTML],
  ['*/*', HTML],
  ['text/*', HTML],
  [JSON_V1, { form: 'json', contentType: JSON_V1 }],
  ['application/vnd.pypi.simple.latest+json', { form: 'json', contentType: JSON_V1 }],
  [HTML_V1, { form: 'html', contentType: HTML_V1 }],
  ['application/vnd.pypi.simple.latest+html', { form: 'html', contentType: HTML_V1 }],
];

/** The type that `Accept` prefers; HTML if the client accepts none of them. */
export function indexTypeFor(accept: string): IndexType {
  const wanted = new Map(accept.split(',').map(weighted));
  let best = { type: HTML, weight: 0 };
  for (const [name, type] of OFFERED) {
    const weight = wanted.get(name) ?? 0;
    best = weight > best.weight ? { type, weight } : best;
  }
  return best.type;
}

function weighted(range: string): readonly [string, number] {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice('q='.length));
  return [name, Number.isFinite(weight) ? weight : 0];
}
