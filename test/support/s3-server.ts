import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Fault } from './s3-server-faults.js';
import { strike } from './s3-server-faults.js';
import { S3Files, S3Refusal } from './s3-server-files.js';
import type { S3Call } from './s3-server-operations.js';
import { OPERATIONS, operationOf } from './s3-server-operations.js';
import { refusalOf } from './s3-server-signature.js';
import type { S3Keys } from './s3-server-signature.js';

const DEFAULTS = {
  bucket: 'test-bucket',
  region: 'eu-test-1',
  accessKeyId: 'TESTKEYID',
  secretAccessKey: 'test/secret+key',
  /** Least bytes of a part that is not the last one. */
  minPartBytes: 5 * 1024 * 1024,
  /** Entries on one page of a list. */
  pageSize: 1000,
  /** A storage that cannot copy parts answers 501 to it. */
  copiesParts: true,
  /** How far its clock is ahead of this machine's. */
  aheadMs: 0,
};

export type S3ServerOptions = Partial<typeof DEFAULTS>;

/** A strict stand-in for S3 object storage: one bucket, path-style addresses, on loopback, bytes on the disk. */
export class S3Server {
  /** The operations asked for, such as `PUT part`, those that went wrong included. */
  readonly calls: string[] = [];
  /** The heads of the same requests. */
  readonly requests: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
  private readonly faults: { readonly fault: S3Fault; left: number }[] = [];

  private port = 0;
  private keys: readonly S3Keys[];

  private constructor(
    private readonly server: Server,
    private readonly directory: string,
    readonly options: Readonly<typeof DEFAULTS>,
    readonly files: S3Files,
  ) {
    this.keys = [options];
  }

  static async start(given: S3ServerOptions = {}): Promise<S3Server> {
    const options = { ...DEFAULTS, ...given };
    const directory = await mkdtemp(join(tmpdir(), 's3-server-'));
    const server = createServer((request, response) => void started.answer(request, response));
    const started = new S3Server(server, directory, options, new S3Files(directory, options.minPartBytes));
    await started.bringUp();
    return started;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, again at the same address after {@link takeDown}. */
  async bringUp(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Cuts every connection and refuses new ones; what was stored stays. */
  async takeDown(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Settings of a blob store on this server. */
  settings(prefix = '') {
    const { bucket, region, accessKeyId, secretAccessKey } = this.options;
    const url = `s3://${bucket}/${prefix}?endpoint=${this.endpoint}&region=${region}`;
    return { url, accessKeyId, secretAccessKey };
  }

  /** Knows these keys from now on, and no longer those of its options. */
  acceptOnly(keys: readonly S3Keys[]): void {
    this.keys = keys;
  }

  inject(fault: S3Fault): void {
    this.faults.push({ fault, left: fault.times ?? 1 });
  }

  async stop(): Promise<void> {
    await this.takeDown();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.endpoint);
    const [, bucket, ...segments] = url.pathname.split('/').map(decodeURIComponent);
    const { files, options } = this;
    const call = { request, response, name: segments.join('/'), query: url.searchParams, files, ...options };
    const operation = operationOf(call);
    this.calls.push(operation);
    this.requests.push({ url: request.url ?? '', headers: request.headers });
    const fault = this.nextFault(operation);
    response.setHeader('date', new Date(this.now).toUTCString());
    try {
      this.refuseStrangers(request, bucket);
      if (!fault || !(await strike(fault, call))) {
        await perform(operation, call);
      }
    } catch (error) {
      refuse(call, error);
    }
  }

  private get now(): number {
    return Date.now() + this.options.aheadMs;
  }

  private refuseStrangers(request: IncomingMessage, bucket: string | undefined): void {
    const refusal = refusalOf(request, this.options.region, this.keys, this.now);
    if (refusal) {
      throw new S3Refusal(403, refusal);
    }
    if (bucket !== this.options.bucket) {
      throw new S3Refusal(404, 'NoSuchBucket');
    }
  }

  private nextFault(operation: string): S3Fault | null {
    const found = this.faults.find(({ fault, left }) => left > 0 && (fault.operation ?? operation) === operation);
    if (!found) {
      return null;
    }
    found.left -= 1;
    return found.fault;
  }
}

async function perform(operation: string, call: S3Call): Promise<void> {
  const known = OPERATIONS[operation];
  if (!known) {
    throw new S3Refusal(405, 'MethodNotAllowed');
  }
  await known(call);
}

function refuse({ request, response }: S3Call, error: unknown): void {
  const refusal = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError');
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  request.resume();
  const body = request.method === 'HEAD' ? '' : `<?xml version="1.0"?>\n<Error><Code>${refusal.code}</Code></Error>`;
  response.writeHead(refusal.status, { 'content-type': 'application/xml' }).end(body);
}
