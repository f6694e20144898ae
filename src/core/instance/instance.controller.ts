import { Controller, Get } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { REVISION, VERSION } from '../../platform/config/version.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import { merged, record } from '../../common/wire/wire-types.js';

const VersionSchema = record('Version', { version: Type.String(), revision: Type.String() });
const MetadataSchema = merged('Metadata', [VersionSchema, Type.Object({ enterprise: Type.Boolean() })]);

/** Contract: core §9. */
@Controller()
@Allow({ on: 'instance' })
export class InstanceController {
  @Get('version')
  @Answers(VersionSchema)
  version() {
    return { version: VERSION, revision: REVISION };
  }

  @Get('metadata')
  @Answers(MetadataSchema)
  metadata() {
    return { version: VERSION, revision: REVISION, enterprise: false };
  }
}
