import { counted } from '../../../../common/text/counted.js';
import { oneLine } from '../one-line.js';
import { pushOf } from '../payload/push-facts.js';
import type { PushFacts } from '../payload/push-facts.js';
import { mailAddresses, WHITE_SPACE } from '../recipients.js';
import { isOn, textOf } from '../settings-values.js';
import type { Plan } from '../step.js';
import { mailSteps } from './mail-steps.js';
import { pushMailHtml, pushMailText } from './push-mail-body.js';
import type { PushMail } from './push-mail-body.js';
import { senderAddress } from './sender-address.js';

/** A message about each push (contract: integrations §10.1). */
export const pushMailPlan: Plan = ({ payload }, settings, { diff, mailDomain, sendsMail }) => {
  if (!sendsMail) {
    return [];
  }
  const push = pushOf(payload);
  const mail: PushMail = { push, diff, showsDiff: push.change === 'moved' && !isOn(settings, 'disable_diffs') };
  return mailSteps(mailAddresses(textOf(settings, 'recipients'), WHITE_SPACE), {
    project: push.project,
    subject: subjectOf(push),
    text: pushMailText(mail),
    html: pushMailHtml(mail),
    from: isOn(settings, 'send_from_committer_email') ? senderAddress(push.user, mailDomain) : undefined,
  });
};

function subjectOf({ project, change, kind, name, commits, totalCommits }: PushFacts): string {
  const begin = `[Git][${project.path}]`;
  if (change !== 'moved') {
    return `${begin} ${change === 'created' ? 'Pushed new' : 'Deleted'} ${kind} ${name}`;
  }
  const title = oneLine(commits[0]?.title ?? '');
  const several = `${counted(totalCommits, 'commit')}${title === '' ? '' : `: ${title}`}`;
  return `${begin}[${name}] ${totalCommits === 1 && title !== '' ? title : several}`;
}
