import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { ApiError } from '../../common/errors/api-error.js';
import { badRequest, notGiven, unsupportedType } from '../../common/errors/catalogue.js';
import { tooMany } from '../../common/params/json-shape.js';
import { refuseCodedBody } from './body-coding.js';
import { isBodyless } from './is-bodyless.js';
import { leaveErrorsToParser, skipFile } from './multipart-file.js';
import { mediaTypeOf } from './read-body.js';

/** The first part that is a file, whatever its name. */
export const FIRST_FILE = Symbol('the first file');

/** Expected parts of a form, and their limits. */
export interface FormShape {
  /** Name of the file part. */
  readonly file: string | typeof FIRST_FILE;
  /** Maximum length of a field; longer ones are cut off. */
  readonly fieldBytes: number;
  readonly fields: number;
  /** Maximum number of characters in all fields together. */
  readonly characters: number;
}
const FILE = 'file';
const MULTIPART = 'multipart/form-data';
/** A body without a content type is JSON as well, and has no file. */
const JSON_TYPE = 'application/json';
const USUAL_SHAPE: FormShape = { file: FILE, fieldBytes: 1024, fields: 50, characters: Infinity };
/** One for the file, one for the boundary behind the last part. */
const OTHER_BOUNDARIES = 2;

/** A multipart body whose only file was stored while it was received. */
export interface ReceivedFile<S> extends Fields {
  /** As it was sent, possibly with a path; empty when it was missing. */
  readonly filename: string;
  readonly stored: S;
}

/** Fields of a multipart body, and its file if it has one. */
interface ReceivedForm<S> extends Fields {
  readonly file: Pick<ReceivedFile<S>, 'filename' | 'stored'> | null;
}

interface Fields {
  readonly fields: ReadonlyMap<string, string>;
  /** All fields, in the order in which they were sent. */
  readonly entries: readonly (readonly [name: string, value: string])[];
}

/** Like {@link receiveForm}, but throws 400 when there is no file. */
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

/** Streams the file part to `store`; memory use does not grow with its size. Throws 400, and the errors of `store`. */
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
  refuseCodedBody(request);
  const parser = parserOf(request, shape);
  if (!parser) {
    request.resume(); // so that the refusal can still be read on this connection
    throw type === MULTIPART ? malformed() : unsupportedType(type);
  }
  return new FormIntake(request, parser, shape, store).receive();
}

/** Parses one body. */
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

  /** Returns the refusal of the body; null while it is acceptable. */
  private takeField(name: string | undefined, value: string | undefined): ApiError | null {
    if (name === undefined || value === undefined) {
      return malformed(); // a part without a name, or in an unknown character set
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
    leaveErrorsToParser(stream); // the body may break off before `store` listens
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

const malformed = () => badRequest('Malformed multipart body');

function parserOf({ headers }: IncomingMessage, { fieldBytes, fields }: FormShape): busboy.Busboy | null {
  try {
    const limits = { fieldSize: fieldBytes, fields, parts: fields + OTHER_BOUNDARIES };
    return busboy({ headers, defParamCharset: 'utf8', preservePath: true, limits });
  } catch {
    return null;
  }
}
