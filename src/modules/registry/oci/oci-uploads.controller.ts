import { Delete, Get, Patch, Post, Put, Req, Res, UseGuards } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { answerEmpty } from './oci-answers.js';
import type { OciCall } from './oci-call.js';
import { OciUploadsService } from './oci-uploads.service.js';
import { Call, Needs, PathText, Query } from './oci.decorators.js';
import { OciGuard } from './oci.guard.js';

/** Contract: registry §6, §6.1. */
@RootController('v2')
@Public()
@UseGuards(OciGuard)
export class OciUploadsController {
  constructor(private readonly uploads: OciUploadsService) {}

  @Post('*name/blobs/uploads')
  @Needs('push')
  async start(
    @Call() call: OciCall,
    @Query() query: URLSearchParams,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const headers = await this.uploads.start(call, query, request);
    answerEmpty(response, 'Range' in headers ? 202 : 201, { ...headers });
  }

  @Patch('*name/blobs/uploads/:upload')
  @Needs('push', { late: true })
  async append(
    @Call() call: OciCall,
    @PathText('upload') id: string,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    answerEmpty(response, 202, { ...(await this.uploads.append(call, id, request)) });
  }

  @Get('*name/blobs/uploads/:upload')
  @Needs('resume', { late: true })
  async status(@Call() call: OciCall, @PathText('upload') id: string, @Res() response: HttpResponse): Promise<void> {
    answerEmpty(response, 204, { ...(await this.uploads.status(call, id)) });
  }

  @Put('*name/blobs/uploads/:upload')
  @Needs('push', { late: true })
  async finish(
    @Call() call: OciCall,
    @PathText('upload') id: string,
    @Query() query: URLSearchParams,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    answerEmpty(response, 201, { ...(await this.uploads.finish(call, id, query.get('digest'), request)) });
  }

  @Delete('*name/blobs/uploads/:upload')
  @Needs('push', { late: true })
  async cancel(@Call() call: OciCall, @PathText('upload') id: string, @Res() response: HttpResponse): Promise<void> {
    await this.uploads.cancel(call, id);
    answerEmpty(response, 204);
  }
}
