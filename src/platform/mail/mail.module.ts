import { Module } from '@nestjs/common';
import { MailQueue } from './mail-queue.js';
import { SmtpMailer } from './smtp-mailer.js';
import { SendMailJob } from './send-mail.job.js';

/** E-mail: enqueued with the change that causes it, and sent by SMTP. */
@Module({ providers: [MailQueue, SmtpMailer, SendMailJob], exports: [MailQueue, SmtpMailer] })
export class MailModule {}
