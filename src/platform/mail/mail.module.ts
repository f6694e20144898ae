import { Global, Module } from '@nestjs/common';
import { Mailbox } from './mailbox.js';
import { Postman } from './postman.js';
import { SendMailJob } from './send-mail.job.js';

@Global()
@Module({ providers: [Mailbox, Postman, SendMailJob], exports: [Mailbox] })
export class MailModule {}
