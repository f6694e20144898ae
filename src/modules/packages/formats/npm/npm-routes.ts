import { Get, Headers, HttpCode, Injectable, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { packageLoginNeeded } from '../../access/package-errors.js';
import { PackageDocumentsService } from '../../files/package-documents.service.js';
import type { PackageReach } from '../../protocol/package-reach.js';
import { Needs, Reach } from '../../protocol/package.decorators.js';
import { userNameOf } from '../../protocol/package-subject.js';
import { queryTexts } from '../../protocol/query-texts.js';
import { NpmPackumentsService } from './npm-packuments.service.js';
import { nameIn, named } from './npm-path.js';
import { NpmSearchService } from './npm-search.service.js';

/**
 * Clients of the older audit API that fail if any member of its report is missing; npm up to version 6 calls it on
 * every install. pnpm 10 sends the name of its HTTP library, node-fetch, as its user agent, and yarn 2 and 3 that of
 * theirs.
 */
const TAKES_REPORT_FOR_GRANTED = /^(?:npm\/[1-6]\.|pnpm\/|node-fetch$|yarn\/|got \()/;
const NOTHING_FOUND = {
  actions: [],
  advisories: {},
  muted: [],
  metadata: {
    vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0 },
    dependencies: 0,
    devDependencies: 0,
    optionalDependencies: 0,
    totalDependencies: 0,
  },
};

/** Read requests of npm, the same below each prefix (contract: packages §5.2). */
@Injectable()
export abstract class NpmRoutes {
  constructor(
    private readonly packuments: NpmPackumentsService,
    private readonly found: NpmSearchService,
    private readonly documents: PackageDocumentsService,
  ) {}

  @Get('-/ping')
  @Needs('read')
  ping() {
    return {};
  }

  @Get('-/whoami')
  @Needs('read')
  whoAmI(@Reach() { subject }: PackageReach) {
    const username = userNameOf(subject);
    if (username === null) {
      throw packageLoginNeeded();
    }
    return { username };
  }

  @Get('-/v1/search')
  @Needs('read')
  async search(@Reach() reach: PackageReach, @Req() request: HttpRequest) {
    const query = queryTexts(request);
    return this.found.search(await this.searchedProjects(reach, query.get('text') ?? ''), query);
  }

  /** This service has no information about vulnerabilities. */
  @Post('-/npm/v1/security/advisories/bulk')
  @HttpCode(200)
  @Needs('read')
  advisories() {
    return {};
  }

  /** The older audit requests: after an install, and by `npm audit`. */
  @Post(['-/npm/v1/security/audits/quick', '-/npm/v1/security/audits'])
  @HttpCode(200)
  @Needs('read')
  audit(@Headers('user-agent') agent = '') {
    return TAKES_REPORT_FOR_GRANTED.test(agent) ? NOTHING_FOUND : {};
  }

  @Get(named('-/package/', '/dist-tags'))
  @Needs('read')
  async distTags(@Reach() reach: PackageReach, @Req() request: HttpRequest) {
    const name = nameIn(request);
    const tags = await this.packuments.distTags({ name, projectIds: await this.projectsOf(reach, name) });
    return Object.fromEntries(tags);
  }

  @Get(named(''))
  @Needs('read')
  async packument(
    @Reach() reach: PackageReach,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const name = nameIn(request);
    const of = { name, projectIds: await this.projectsOf(reach, name) };
    await this.documents.send(request, response, await this.packuments.open(of));
  }

  /** Projects in which packages of that name are searched for. */
  protected projectsOf({ projectIds }: PackageReach, _name: string): Promise<readonly number[]> {
    return Promise.resolve(projectIds);
  }

  /** Projects that a search covers. */
  protected searchedProjects({ projectIds }: PackageReach, _text: string): Promise<readonly number[]> {
    return Promise.resolve(projectIds);
  }
}
