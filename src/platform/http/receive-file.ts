import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { ApiError } from '../../common/errors/api-error.js';
import { badRequest, notGiven, unsupportedType } from '../../common/errors/catalogue.js';
import { tooMany } from '../../common/params/json-shape.js';
import { leaveErrorsToParser, skipFile } from './multipart-file.js';
import { mediaTypeOf } from './read-body.js';

/** The first part that is a file, whatever it is called. */
export const FIRST_FILE = Symbol('the first file');

/** What a form may hold. */
export interface FormShape {
  /** Name of the part that is the file. */
  readonly file: string | typeof FIRST_FILE;
  /** Of a field beside it; what is longer is cut off. */
  readonly fieldBytes: number;
  readonly fields: number;
  /** Of all fields. */
  readonly characters: number;
}
const FILE = 'file';
const MULTIPART = 'multipart/form-data';
/** A body without a type is one, too, and has no file. */
const JSON_TYPE = 'application/json';
const USUAL_SHAPE: FormShape = { file: FILE, fieldBytes: 1024, fields: 50, characters: Infinity };
/** The file, and the boundary behind the last part. */
const OTHER_BOUNDARIES = 2;

/** A multipart body whose one file was stored while it came. */
export interface ReceivedFile<S> extends Fields {
  /** As it was sent, with what may be a path before it; empty where there is none. */
  readonly filename: string;
  readonly stored: S;
}

/** Fields of a multipart body, and its file where it has one. */
interface ReceivedForm<S> extends Fields {
  readonly file: Pick<ReceivedFile<S>, 'filename' | 'stored'> | null;
}

interface Fields {
  readonly fields: ReadonlyMap<string, string>;
  /** All of them, as they came. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** As {@link receiveForm}; throws 400 where there is no file. */
export async function receiveFile<S>(
  request: IncomingMessage,
  store: (source: Readable) => Promise<S>,
  shape: Partial<FormShape> = {},
): Promise<ReceivedFile<S>> {
  const { file, ...fields } = await receiveForm(request, store, shape);
  if (!file) {
    throw notGiven(typeof shape.file === 'string' ? shape.file : FILE);
  }
  return { ...fields, ...file };
}

/** Hands the part that is the file to `store` as it comes; memory does not grow with it. Throws 400, and what `store` throws. */
export async function receiveForm<S>(
  request: IncomingMessage,
  store: (source: Readable) => Promise<S>,
  given: Partial<FormShape> = {},
): Promise<ReceivedForm<S>> {
  const shape = { ...USUAL_SHAPE, ...given };
  const type = mediaTypeOf(request.headers['content-type']);
  if (isBodyless(request) || type === JSON_TYPE) {
    request.resume();
    return { fields: new Map(), entries: [], file: null };
  }
  const parser = parserOf(request, shape);
  if (!parser) {
    request.resume(); // so that the refusal can still be read on this connection
    throw type === MULTIPART ? malformed() : unsupportedType(type);
  }
  return new FormIntake(request, parser, shape, store).receive();
}

/** One body on its way through the parser. */
class FormIntake<S> {
  private readonly entries: (readonly [string, string])[] = [];
  private characters = 0;
  private file: Promise<{ readonly filename: string; readonly stored: S }> | undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly parser: busboy.Busboy,
    private readonly shape: FormShape,
    private readonly store: (source: Readable) => Promise<S>,
  ) {}

  receive(): Promise<ReceivedForm<S>> {
    const { request, parser } = this;
    return new Promise((resolve, reject) => {
      const refuse = (refusal: ApiError): void => {
        reject(refusal);
        request.unpipe(parser).resume();
        parser.destroy();
      };
      parser.on('field', (name: string | undefined, value: string | undefined) => {
        const refusal = this.takeField(name, value);
        if (refusal) {
          refuse(refusal);
        }
      });
      parser.on('file', (name, stream, { filename = '' }) => {
        this.takeFile(name, stream, filename).catch(reject);
      });
      parser.on('error', () => {
        reject(malformed());
      });
      parser.on('partsLimit', () => {
        refuse(tooMany());
      });
      parser.on('close', () => {
        this.received().then(resolve, reject);
      });
      request.once('close', () => {
        if (!request.complete) {
          parser.destroy(new Error('The client went away.'));
        }
      });
      request.pipe(parser);
    });
  }

  /** Answers why the body is refused, if it is. */
  private takeField(name: string | undefined, value: string | undefined): ApiError | null {
    if (name === undefined || value === undefined) {
      return malformed(); // a part without a name, or in a character set that is none
    }
    this.characters += name.length + value.length;
    if (this.characters > this.shape.characters) {
      return tooMany();
    }
    this.entries.push([name, value]);
    return null;
  }

  private async takeFile(name: string, stream: Readable, filename: string): Promise<void> {
    if ((this.shape.file !== FIRST_FILE && name !== this.shape.file) || this.file) {
      skipFile(stream);
      return;
    }
    leaveErrorsToParser(stream); // `store` may begin to listen later than the body breaks off
    this.file = this.store(stream).then((stored) => ({ filename, stored }));
    try {
      await this.file;
    } catch (error) {
      stream.resume(); // so that the refusal can still be read on this connection
      throw error instanceof Error ? error : badRequest('The file could not be read');
    }
  }

  private async received(): Promise<ReceivedForm<S>> {
    const fields = { fields: new Map(this.entries), entries: this.entries };
    return { ...fields, file: (await this.file) ?? null };
  }
}

/**
 * Whether the headers announce no body; a chunked one may still turn out to be empty. Without a body there are no
 * parameters, whatever the type (contract: conventions §3.1).
 */
export const isBodyless = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

const malformed = () => badRequest('Malformed multipart body');

function parserOf({ headers }: IncomingMessage, { fieldBytes, fields }: FormShape): busboy.Busboy | null {
  try {
    const limits = { fieldSize: fieldBytes, fields, parts: fields + OTHER_BOUNDARIES };
    return busboy({ headers, defParamCharset: 'utf8', preservePath: true, limits });
  } catch {
    return null;
  }
}
