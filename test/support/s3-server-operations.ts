import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { S3Files, StoredBody } from './s3-server-files.js';
import { S3Refusal } from './s3-server-files.js';

export interface S3Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly name: string;
  readonly query: URLSearchParams;
  readonly files: S3Files;
  readonly bucket: string;
  readonly pageSize: number;
  readonly copiesParts: boolean;
}

/** The operation a request asks for, such as `PUT part`. */
export function operationOf({ request: { method = '', headers }, name, query }: Omit<S3Call, 'files'>): string {
  if (name === '') {
    return method === 'GET' ? `GET ${query.has('uploads') ? 'multiparts' : 'list'}` : `${method} bucket`;
  }
  if (query.has('uploads')) {
    return `${method} begin`;
  }
  if (query.has('partNumber')) {
    return `${method} ${headers['x-amz-copy-source'] ? 'copy' : 'part'}`;
  }
  return `${method} ${query.has('uploadId') ? 'multipart' : 'object'}`;
}

export const OPERATIONS: Readonly<Record<string, (call: S3Call) => Promise<void> | void>> = {
  'HEAD bucket': ({ response }) => void response.writeHead(200).end(),
  'GET list': list,
  'GET multiparts': listMultiparts,
  'HEAD object': ({ files, name, response }) => void response.writeHead(200, headersOf(files.object(name))).end(),
  'GET object': getObject,
  'PUT object': async (call) => {
    const body = await receiveBody(call);
    call.files.objects.set(call.name, body);
    call.response.writeHead(200, { etag: body.etag }).end();
  },
  'DELETE object': async ({ files, name, response }) => {
    await files.remove(name);
    response.writeHead(204).end();
  },
  'POST begin': ({ files, name, response }) =>
    void response.end(
      `<InitiateMultipartUploadResult><UploadId>${files.begin(name).uploadId}</UploadId></InitiateMultipartUploadResult>`,
    ),
  'PUT part': async (call) => {
    const { files, query, name, response } = call;
    const multipart = files.multipart(query.get('uploadId'), name);
    const body = await receiveBody(call);
    multipart.parts.set(partNumber(query), body);
    response.writeHead(200, { etag: body.etag }).end();
  },
  'PUT copy': copyPart,
  'POST multipart': completeMultipart,
  'DELETE multipart': async ({ files, query, name, response }) => {
    await files.abort(files.multipart(query.get('uploadId'), name));
    response.writeHead(204).end();
  },
};

async function getObject({ files, name, request, response }: S3Call): Promise<void> {
  const object = files.object(name);
  const asked = request.headers.range;
  if (asked === undefined) {
    response.writeHead(200, headersOf(object));
    await pipeline(createReadStream(object.path), response);
    return;
  }
  const { start, end } = rangeIn(asked, object);
  const part = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${object.size}` };
  response.writeHead(206, { ...headersOf(object), ...part });
  await pipeline(createReadStream(object.path, { start, end }), response);
}

async function receiveBody({ request, files }: S3Call): Promise<StoredBody> {
  if (request.headers['content-length'] === undefined) {
    throw new S3Refusal(411, 'MissingContentLength');
  }
  const body = await files.receive(request);
  const declared = request.headers['x-amz-content-sha256'];
  if (declared !== 'UNSIGNED-PAYLOAD' && declared !== body.sha256) {
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch');
  }
  return body;
}

async function copyPart({ request, files, query, name, response, bucket, copiesParts }: S3Call): Promise<void> {
  if (!copiesParts) {
    throw new S3Refusal(501, 'NotImplemented');
  }
  const multipart = files.multipart(query.get('uploadId'), name);
  const [, from, ...segments] = decodeURIComponent(String(request.headers['x-amz-copy-source'])).split('/');
  if (from !== bucket) {
    throw new S3Refusal(404, 'NoSuchBucket');
  }
  const source = files.object(segments.join('/'));
  const { start, end } = rangeIn(String(request.headers['x-amz-copy-source-range']), source);
  const body = await files.receive(createReadStream(source.path, { start, end }));
  multipart.parts.set(partNumber(query), body);
  response.end(`<CopyPartResult><ETag>${body.etag.replaceAll('"', '&quot;')}</ETag></CopyPartResult>`);
}

async function completeMultipart({ request, files, query, name, response }: S3Call): Promise<void> {
  const multipart = files.multipart(query.get('uploadId'), name);
  const xml = await text(request);
  const parts = Array.from(xml.matchAll(/<Part>(.*?)<\/Part>/g), ([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replace(/&(?:quot|#34);/g, '"'),
  }));
  const { etag } = await files.complete(multipart, parts);
  response.end(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
}

function list({ files, query, response, pageSize }: S3Call): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const names = [...files.objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
  const page = names.slice(0, pageSize);
  const contents = page.map(
    (name) =>
      `<Contents><Key>${escape(name)}</Key><LastModified>${files.object(name).modifiedAt.toISOString()}</LastModified></Contents>`,
  );
  const next = names.length > pageSize ? `<NextContinuationToken>${escape(page.at(-1)!)}</NextContinuationToken>` : '';
  const isTruncated = `<IsTruncated>${String(next !== '')}</IsTruncated>`;
  const result = `<ListBucketResult xmlns="x">${isTruncated}${contents.join('')}${next}</ListBucketResult>`;
  response.end(`<?xml version="1.0"?>\n${result}`);
}

function listMultiparts({ files, query, response, pageSize }: S3Call): void {
  const prefix = query.get('prefix') ?? '';
  const marker = `${query.get('key-marker') ?? ''} ${query.get('upload-id-marker') ?? ''}`;
  const found = [...files.multiparts.values()]
    .map((multipart) => ({ ...multipart, position: `${multipart.name} ${multipart.uploadId}` }))
    .filter(({ name, position }) => name.startsWith(prefix) && position > marker)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const page = found.slice(0, pageSize);
  const uploads = page.map(
    ({ name, uploadId, startedAt }) =>
      `<Upload><Key>${escape(name)}</Key><UploadId>${uploadId}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
  );
  const last = page.at(-1);
  const next = last
    ? `<NextKeyMarker>${escape(last.name)}</NextKeyMarker><NextUploadIdMarker>${last.uploadId}</NextUploadIdMarker>`
    : '';
  response.end(
    `<ListMultipartUploadsResult>${next}<IsTruncated>${String(found.length > pageSize)}</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`,
  );
}

function headersOf({ size, etag, modifiedAt }: StoredBody) {
  return { 'content-length': size, etag, 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' };
}

function rangeIn(text: string, { size }: StoredBody): { start: number; end: number } {
  const [, first = '', last] = /^bytes=(\d+)-(\d*)$/.exec(text) ?? [];
  const start = Number(first);
  const end = Math.min(last ? Number(last) : Infinity, size - 1);
  if (first === '' || start > end) {
    throw new S3Refusal(416, 'InvalidRange');
  }
  return { start, end };
}

function partNumber(query: URLSearchParams): number {
  const number = Number(query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Refusal(400, 'InvalidArgument');
  }
  return number;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
