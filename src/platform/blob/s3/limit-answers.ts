import { Readable, Transform, pipeline } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

/** Several times the size of a page with a thousand names of maximum length. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Limits the size of answers that the SDK reads as a whole, which it does without any limit. The content of objects is
 * streamed and not limited.
 */
export function limitAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const answer = result.response;
        if (isAnswer(answer) && !(commandName === 'GetObjectCommand' && answer.statusCode < 300)) {
          answer.body = limited(answer.body);
        }
        return result;
      },
    { name: 's3AnswerLimitMiddleware', step: 'deserialize', priority: 'low' },
  );
}

interface Answer {
  readonly statusCode: number;
  body: Readable;
}

const isAnswer = (response: unknown): response is Answer =>
  typeof response === 'object' && response !== null && 'body' in response && response.body instanceof Readable;

function limited(body: Readable): Readable {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > MOST_BYTES ? new Error('The answer of object storage is too long.') : null, chunk);
    },
  });
  return pipeline(body, counted, () => undefined); // the reader of the result gets the error of either stream
}
