import { Delete, Get, Injectable, Post, Put, Req, Res } from '@nestjs/common';
import { badRequest, invalidField, IS_INVALID, notFound, notGiven } from '../../../../common/errors/catalogue.js';
import { toText } from '../../../../common/params/coerce.js';
import { invalidCharacters } from '../../../../common/params/form-encoding.js';
import { HOUR_SECONDS } from '../../../../common/time/units.js';
import { isJsonObject } from '../../../../common/params/json-object.js';
import { Env } from '../../../../platform/config/env.js';
import { isBodyless } from '../../../../platform/http/is-bodyless.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { readBytes } from '../../../../platform/http/read-body.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { writeJson, writeText } from '../../../../platform/http/write-answer.js';
import { packageLoginNeeded } from '../../access/package-errors.js';
import type { PackageRight } from '../../access/package-rights.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import { PackageDownloadsService } from '../../files/package-downloads.service.js';
import { addressOf } from '../../protocol/address-of.js';
import { rememberCall } from '../../protocol/package-call.js';
import { PackagePassesService } from '../../protocol/package-passes.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { Needs, Reach } from '../../protocol/package.decorators.js';
import { queryText, queryTexts } from '../../protocol/query-texts.js';
import { CONAN_AUDIENCE } from './conan-audience.js';
import { presentAddresses, presentDigests } from './conan-documents.js';
import { ConanReadsService } from './conan-reads.service.js';
import type { AddressedTarget } from './conan-reads.service.js';
import { ConanWritesService } from './conan-writes.service.js';
import { isFileOf, MANIFEST_FILE, REVISION } from './recipe.js';

const RECIPE = 'conans/:name/:version/:user/:channel';
const BINARY = `${RECIPE}/packages/:ref`;
const RECIPE_FILE = 'files/:name/:version/:user/:channel/:recipe_revision/export/:file_name';
const BINARY_FILE = 'files/:name/:version/:user/:channel/:recipe_revision/package/:ref/:package_revision/:file_name';
const TOKEN_SECONDS = HOUR_SECONDS;
const MAX_BODY_BYTES = 64 * 1024;
const TEXT = 'text/plain';

/**
 * Version 1 of conan's protocol; the routes are the same for a project and for the instance (contract: packages §5.7).
 */
@Injectable()
export abstract class ConanRoutes {
  constructor(
    private readonly reads: ConanReadsService,
    private readonly writes: ConanWritesService,
    private readonly downloads: PackageDownloadsService,
    private readonly documents: PackageDocumentsService,
    private readonly passes: PackagePassesService,
    private readonly env: Env,
  ) {}

  @Get('ping')
  @Needs('read')
  ping(@Res() response: HttpResponse): void {
    response.writeHead(200, { 'X-Conan-Server-Capabilities': 'complex_search', 'Content-Length': 0 }).end();
  }

  /** Issues a token that represents the credentials of this request. */
  @Get('users/authenticate')
  @Needs('read')
  async authenticate(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    refuseAnonymous(reach);
    const token = await this.passes.issue(request, { audience: CONAN_AUDIENCE, seconds: TOKEN_SECONDS });
    response.setHeader('Cache-Control', 'no-store');
    writeText(response, 200, token, TEXT);
  }

  @Get('users/check_credentials')
  @Needs('read')
  checkCredentials(@Reach() reach: PackageReach, @Res() response: HttpResponse): void {
    refuseAnonymous(reach);
    response.setHeader('Cache-Control', 'no-store');
    writeText(response, 200, 'ok', TEXT);
  }

  @Get('conans/search')
  @Needs('read')
  async search(@Reach() { subject }: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const query = queryTexts(request).get('q') ?? '';
    const results = await this.reads.search(query, stateOf(request).path.id, subject);
    writeJson(request, response, 200, { results });
  }

  @Get(`${RECIPE}/search`)
  @Needs('read')
  async searchBinaries(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call } = await this.open(reach, request, 'read');
    const pieces = await this.reads.binaries(call, target, queryText(request, 'q') ?? '');
    await this.documents.sendJson(request, response, pieces);
  }

  @Get([RECIPE, BINARY])
  @Needs('read')
  async digests(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call } = await this.open(reach, request, 'read');
    const files = await this.reads.files(call, target);
    writeJson(request, response, 200, presentDigests(files));
  }

  @Get([`${RECIPE}/digest`, `${BINARY}/digest`])
  @Needs('read')
  async manifest(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call, prefix } = await this.open(reach, request, 'read');
    const { fileName } = await this.reads.file(call, target, MANIFEST_FILE);
    writeJson(request, response, 200, presentAddresses(prefix, target, [fileName]));
  }

  @Get([`${RECIPE}/download_urls`, `${BINARY}/download_urls`])
  @Needs('read')
  async addresses(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call, prefix } = await this.open(reach, request, 'read');
    const names = (await this.reads.files(call, target)).map(({ fileName }) => fileName);
    writeJson(request, response, 200, presentAddresses(prefix, target, names));
  }

  @Post([`${RECIPE}/upload_urls`, `${BINARY}/upload_urls`])
  @Needs('publish')
  async uploadAddresses(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, prefix } = await this.open(reach, request, 'publish');
    const names = Object.keys(await bodyOf(request)).filter((name) => isFileOf(target, name));
    writeJson(request, response, 200, presentAddresses(prefix, target, names));
  }

  @Delete(RECIPE)
  @Needs('delete')
  async delete(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call } = await this.open(reach, request, 'delete');
    await this.writes.delete(call, target, request);
    writeJson(request, response, 200, DONE);
  }

  @Post(`${RECIPE}/packages/delete`)
  @Needs('delete')
  async deleteBinaries(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call } = await this.open(reach, request, 'delete');
    const refs = textsIn(await bodyOf(request), 'package_ids');
    await this.writes.deleteFiles(call, target, { refs }, request);
    writeJson(request, response, 200, DONE);
  }

  @Post(`${RECIPE}/remove_files`)
  @Needs('delete')
  async deleteFiles(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call } = await this.open(reach, request, 'delete');
    const names = textsIn(await bodyOf(request), 'files');
    await this.writes.deleteFiles(call, target, { names }, request);
    writeJson(request, response, 200, DONE);
  }

  @Get([RECIPE_FILE, BINARY_FILE])
  @Needs('read')
  async download(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call } = await this.open(reach, request, 'read');
    await this.downloads.send(request, response, await this.reads.file(call, target, fileNameOf(request)));
  }

  /** An empty body asks whether the bytes of a digest are already stored; otherwise it is ignored. */
  @Put([RECIPE_FILE, BINARY_FILE])
  @Needs('publish')
  async upload(@Reach() reach: PackageReach, @Req() request: HttpRequest, @Res() response: HttpResponse) {
    const { target, call } = await this.open(reach, request, 'publish');
    const { 'x-checksum-deploy': asks } = request.headers;
    const isStored = !isBodyless(request) && (await this.writes.upload(call, target, fileNameOf(request), request));
    if (isStored || String(asks).toLowerCase() !== 'true') {
      writeJson(request, response, 200, DONE);
      return;
    }
    if (!(await this.writes.link(call, target, fileNameOf(request), request))) {
      throw notFound('Package File');
    }
    writeJson(request, response, 201, { message: '201 Created' });
  }

  private async open({ subject }: PackageReach, request: HttpRequest, right: PackageRight) {
    const target = targetOf(request);
    const call = await this.reads.authorize(target, subject, right);
    rememberCall(request, call);
    refuseOtherRevisions(request);
    return { target, call, prefix: addressOf(request, this.env.baseUrl, '/packages/conan/v1') };
  }
}

const DONE = { message: '200 OK' };

function refuseAnonymous({ subject }: PackageReach): void {
  if (subject.kind === 'anonymous') {
    throw packageLoginNeeded();
  }
}

function targetOf(request: HttpRequest): AddressedTarget {
  const { id, name = '', version = '', user = '', channel = '', ref } = stateOf(request).path;
  return { project: id, name, version, user, channel, ref: ref ?? null };
}

const fileNameOf = (request: HttpRequest): string => stateOf(request).path.file_name ?? '';

function refuseOtherRevisions(request: HttpRequest): void {
  const { recipe_revision: recipe = REVISION, package_revision: binary = REVISION } = stateOf(request).path;
  if (recipe !== REVISION || binary !== REVISION) {
    throw notFound('Package');
  }
}

/** Throws 400 for anything but a JSON object, 413 for a large one. */
async function bodyOf(request: HttpRequest): Promise<object> {
  const text = (await readBytes(request, MAX_BODY_BYTES)).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) {
      return value;
    }
  } catch {
    throw badRequest('Malformed JSON body');
  }
  throw badRequest('The body must be a JSON object');
}

/**
 * A single text counts as a list of one. An empty text counts as absent, because an empty list may select everything.
 * Throws 400 if the field is absent or not a list of texts (contract: conventions §3.7).
 */
function textsIn(body: object, name: string): readonly string[] {
  const sent: unknown = Object.entries(body).find(([key]) => key === name)?.[1] ?? null;
  if (sent === null || sent === '') {
    throw notGiven(name);
  }
  const items: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
  const texts = items.map(toText).flatMap((text) => (text.ok && text.value !== '' ? [text.value] : []));
  if (texts.length < items.length) {
    throw invalidField(name, IS_INVALID);
  }
  if (texts.some((text) => text.includes('\0'))) {
    throw invalidCharacters();
  }
  return texts;
}
