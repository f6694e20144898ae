import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { badRequest, payloadTooLarge, unsupportedType } from '../../common/errors/catalogue.js';
import { cleanJson, FormParams, invalidCharacters, parseForm } from '../../common/params/form-encoding.js';
import type { RawParams } from '../../common/params/form-encoding.js';

/** Contract: conventions §3.3. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

export interface ReadBody {
  readonly params: RawParams;
  readonly bytes: Buffer;
}

const NOTHING: ReadBody = { params: {}, bytes: Buffer.alloc(0) };

/** Reads a JSON, form or multipart body; an empty one is no parameters whatever its type (contract: conventions §3.1). */
export async function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<ReadBody> {
  const declared = request.headers['content-length'];
  if (declared === '0' || (declared === undefined && request.headers['transfer-encoding'] === undefined)) {
    return NOTHING;
  }
  if (Number(declared ?? 0) > maxBytes) {
    throw payloadTooLarge();
  }
  const bytes = await collect(request, maxBytes);
  return bytes.length === 0 ? NOTHING : { params: await parse(bytes, request.headers['content-type']), bytes };
}

/** Leaves the stream open when it refuses, so that the refusal can still be sent on the connection. */
function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        chunks.length = 0;
        reject(payloadTooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => {
      resolve(Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
}

async function parse(bytes: Buffer, contentType = 'application/json'): Promise<RawParams> {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  switch (type) {
    case 'application/json':
      return parseJson(bytes);
    case 'application/x-www-form-urlencoded':
      return parseForm(utf8(bytes));
    case 'multipart/form-data':
      return parseMultipart(bytes, contentType);
    default:
      throw unsupportedType(type);
  }
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidCharacters();
  }
}

function parseJson(bytes: Buffer): RawParams {
  const value = cleanJson(jsonValue(utf8(bytes)));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The body must be a JSON object');
  }
  return { ...value };
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Malformed JSON body');
  }
}

/** Fields of a multipart form; files are read to their end and left out. */
function parseMultipart(bytes: Buffer, contentType: string): Promise<RawParams> {
  return new Promise((resolve, reject) => {
    const form = new FormParams();
    const malformed = () => badRequest('Malformed multipart body');
    try {
      const parser = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        limits: { fieldSize: MAX_BODY_BYTES },
      });
      parser.on('field', (name, value) => {
        try {
          form.add(checkedText(name), checkedText(value));
        } catch (error) {
          reject(error instanceof Error ? error : malformed());
        }
      });
      parser.on('file', (_name, stream) => stream.resume());
      parser.on('error', () => {
        reject(malformed());
      });
      parser.on('close', () => {
        resolve(form.toParams());
      });
      parser.end(bytes);
    } catch {
      reject(malformed());
    }
  });
}

/** The multipart reader replaces broken UTF-8 by U+FFFD. */
function checkedText(text: string): string {
  if (text.includes('\0') || text.includes('\uFFFD')) {
    throw invalidCharacters();
  }
  return text;
}

export const digestOfBody = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
