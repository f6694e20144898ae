import { durationText } from '../../payload/duration-text.js';
import { pipelineOf } from '../../payload/pipeline-facts.js';
import type { PipelineFacts } from '../../payload/pipeline-facts.js';
import type { Json } from '../../step.js';
import { actorOf, attachment, messageOf } from '../chat-message.js';
import type { ChatMessage, Color, Field } from '../chat-message.js';
import { link, phrase } from '../phrase.js';
import type { Phrase } from '../phrase.js';

const MOST_JOBS = 10;

/** The message for a pipeline that ended with one of the two reported statuses; undefined for others. */
export function pipelineMessage(payload: Json): ChatMessage | undefined {
  const pipeline = pipelineOf(payload);
  const outcome = outcomeOf(pipeline);
  if (outcome === undefined) {
    return undefined;
  }
  const kind = pipeline.isTag ? 'tag' : 'branch';
  const ref = link(pipeline.ref, pipeline.refUrl);
  const number = link(pipeline.id, pipeline.url);
  const time = durationText(pipeline.seconds);
  const sentence = phrase`Pipeline #${number} of ${kind} ${ref} by ${actorOf(payload)} ${outcome.words} in ${time}`;
  return messageOf(payload, {
    pretext: [],
    attachments: [attachment(outcome.color, [sentence], fields(pipeline))],
    link: pipeline.url,
    time: pipeline.finishedAt,
  });
}

function outcomeOf({ status, hasWarnings }: PipelineFacts): { words: string; color: Color } | undefined {
  if (status === 'failed') {
    return { words: 'has failed', color: 'danger' };
  }
  if (status !== 'success') {
    return undefined;
  }
  return hasWarnings ? { words: 'has passed with warnings', color: 'warning' } : { words: 'has passed', color: 'good' };
}

function fields(pipeline: PipelineFacts): readonly Field[] {
  const { commit, sha, failedJobs, configError } = pipeline;
  const title = commit.title || sha;
  const stages = [...new Set(failedJobs.map(({ stage }) => stage))];
  return [
    { title: pipeline.isTag ? 'Tag' : 'Branch', value: [link(pipeline.ref, pipeline.refUrl)] },
    ...(title === '' ? [] : [{ title: 'Commit', value: [link(title, commit.url)] }]),
    ...(stages.length === 0 ? [] : [{ title: plural('Failed stage', stages.length), value: some(stages) }]),
    ...(failedJobs.length === 0
      ? []
      : [
          {
            title: plural('Failed job', failedJobs.length),
            value: some([...new Set(failedJobs.map(({ name }) => name))]),
          },
        ]),
    ...(configError === '' ? [] : [{ title: 'CI config error', value: phrase`${configError}` }]),
  ];
}

const plural = (word: string, count: number): string => (count === 1 ? word : `${word}s`);

function some(names: readonly string[]): Phrase {
  const shown = names.slice(0, MOST_JOBS).flatMap((name, at) => (at === 0 ? phrase`${name}` : phrase`, ${name}`));
  return names.length > MOST_JOBS ? phrase`${shown} and ${String(names.length - MOST_JOBS)} more` : shown;
}
