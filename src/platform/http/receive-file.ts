import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { badRequest, notGiven } from '../../common/errors/catalogue.js';
import { tooMany } from '../../common/params/json-shape.js';

const FILE = 'file';
const MAX_FIELD_BYTES = 1024;
const MAX_FIELDS = 50;
/** Fields, the file, and the boundary behind the last of them. */
const MAX_BOUNDARIES = MAX_FIELDS + 2;

/** A multipart body whose one file was stored while it came. */
export interface ReceivedFile<S> {
  readonly fields: ReadonlyMap<string, string>;
  readonly filename: string;
  readonly stored: S;
}

/** Hands the part called `file` to `store` as it comes; memory does not grow with it. Throws 400, and what `store` throws. */
export function receiveFile<S>(
  request: IncomingMessage,
  store: (source: Readable) => Promise<S>,
): Promise<ReceivedFile<S>> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    let file: Promise<{ filename: string; stored: S }> | undefined;
    const malformed = () => {
      reject(badRequest('Malformed multipart body'));
    };
    const parser = parserOf(request);
    if (!parser) {
      malformed();
      return;
    }
    parser.on('field', (name, value) => fields.set(name, value));
    parser.on('file', (name, stream, { filename }) => {
      if (name !== FILE || file) {
        stream.resume();
        return;
      }
      const storing = store(stream).then((stored) => ({ filename: String(filename), stored }));
      file = storing;
      storing.catch((error: unknown) => {
        stream.resume(); // so that the refusal can still be read on this connection
        reject(error instanceof Error ? error : badRequest('The file could not be read'));
      });
    });
    parser.on('error', malformed);
    parser.on('partsLimit', () => {
      reject(tooMany());
      request.unpipe(parser).resume();
      parser.destroy();
    });
    parser.on('close', () => {
      if (!file) {
        reject(notGiven(FILE));
        return;
      }
      file.then((received) => {
        resolve({ fields, ...received });
      }, reject);
    });
    request.once('close', () => {
      if (!request.complete) {
        parser.destroy(new Error('The client went away.'));
      }
    });
    request.pipe(parser);
  });
}

function parserOf({ headers }: IncomingMessage): busboy.Busboy | null {
  try {
    const limits = { fieldSize: MAX_FIELD_BYTES, fields: MAX_FIELDS, parts: MAX_BOUNDARIES };
    return busboy({ headers, defParamCharset: 'utf8', limits });
  } catch {
    return null;
  }
}
