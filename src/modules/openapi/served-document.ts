import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { VERSION } from '../../platform/config/version.js';
import { ApiRoutes } from './api-routes.js';
import { openApiDocument } from './document/openapi-document.js';

/** Content codings, the smallest result first. */
const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number] | 'identity';

/** The document in one content coding; each coding has its own validator, since the bytes differ. */
interface Encoded {
  readonly coding: Coding;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The OpenAPI document as bytes: built with the first request, and encoded once for each requested coding. */
@Injectable()
export class ServedDocument {
  private readonly encoded = new Map<Coding, Promise<Encoded>>();
  private text: Buffer | undefined;

  constructor(
    private readonly routes: ApiRoutes,
    private readonly env: Env,
  ) {}

  /** Returns the best coding for this `Accept-Encoding`. */
  in(acceptEncoding: string | undefined): Promise<Encoded> {
    const coding = bestCoding(acceptEncoding);
    const known = this.encoded.get(coding) ?? this.encode(coding);
    this.encoded.set(coding, known);
    return known;
  }

  private async encode(coding: Coding): Promise<Encoded> {
    this.text ??= Buffer.from(
      JSON.stringify(openApiDocument(this.routes.all(), { baseUrl: this.env.baseUrl, version: VERSION })),
    );
    const digest = createHash('sha256').update(this.text).digest('base64url');
    return { coding, bytes: await ENCODERS[coding](this.text), etag: `"${digest}-${coding}"` };
  }
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const ENCODERS: Readonly<Record<Coding, (text: Buffer) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, QUALITY),
  gzip: (text) => promisify(gzip)(text),
  identity: (text) => Promise.resolve(text),
};

/** A weight of 0 means that the coding is not acceptable (RFC 9110, §12.5.3). */
function bestCoding(acceptEncoding = ''): Coding {
  const wanted = new Map(acceptEncoding.toLowerCase().split(',').map(weighted));
  return CODINGS.find((coding) => (wanted.get(coding) ?? wanted.get('*') ?? 0) > 0) ?? 'identity';
}

function weighted(part: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
  return [coding, weight === undefined ? 1 : Number(weight)];
}
