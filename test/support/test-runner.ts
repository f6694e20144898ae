import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Answer } from './api-client.js';
import type { TestApp } from './app.js';

const exec = promisify(execFile);

/** A job as a runner gets it; tests look into it freely. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type HandedJob = any;

/** A small runner program: registers, asks for jobs, runs their `script` by sh, sends logs and results. */
export class TestRunner {
  private constructor(
    private readonly app: Pick<TestApp, 'anonymous'>,
    readonly id: number,
    readonly token: string,
  ) {}

  /** By a registration token; `fields` are additional ones of `POST /runners`. */
  static async register(app: TestApp, registrationToken: string, fields: object = {}): Promise<TestRunner> {
    const { status, body } = await app.anonymous.post('runners', { token: registrationToken, ...fields });
    if (status !== 201) {
      throw new Error(`Not registered: ${status} ${JSON.stringify(body)}`);
    }
    return new TestRunner(app, body.id, body.token);
  }

  static async ofInstance(app: TestApp, fields: object = {}): Promise<TestRunner> {
    const { body } = await app.admin.get('application/settings');
    return TestRunner.register(app, body.runners_registration_token, fields);
  }

  request = (fields: object = {}): Promise<Answer> =>
    this.app.anonymous.post('jobs/request', { token: this.token, info: { name: 'test-runner' }, ...fields });

  /** The next job; throws when there is none. */
  async take(fields: object = {}): Promise<HandedJob> {
    const { status, body, text } = await this.request(fields);
    if (status !== 201) {
      throw new Error(`No job: ${status} ${text}`);
    }
    return body;
  }

  update = (job: HandedJob, state: string, fields: object = {}): Promise<Answer> =>
    this.app.anonymous.put(`jobs/${job.id}`, { token: job.token, state, ...fields });

  /** One part of the log, from where the runner stands. */
  log(job: HandedJob, text: string | Buffer, from: number, headers: Readonly<Record<string, string>> = {}) {
    const bytes = Buffer.from(text);
    return this.app.anonymous.send('PATCH', `jobs/${job.id}/trace`, new Uint8Array(bytes), {
      headers: {
        'JOB-TOKEN': job.token,
        'Content-Type': 'text/plain',
        'Content-Range': `${from}-${from + bytes.length - 1}`,
        ...headers,
      },
    });
  }

  upload(job: HandedJob, bytes: Uint8Array, query = '', filename = 'artifacts.zip'): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), filename);
    const headers = { 'JOB-TOKEN': job.token };
    return this.app.anonymous.send('POST', `jobs/${job.id}/artifacts${query}`, form, { headers });
  }

  /** Takes the next job and runs it to its end; answers it, or null when there is none. */
  async runOne(): Promise<HandedJob> {
    const { status, body: job } = await this.request();
    if (status !== 201) {
      return null;
    }
    const script = job.steps[0].script.join('\n');
    const env = Object.fromEntries(job.variables.map(({ key, value }: { key: string; value: string }) => [key, value]));
    const { output, code } = await exec('sh', ['-e', '-c', script], { env: { ...env, PATH: process.env.PATH } })
      .then(({ stdout }) => ({ output: stdout, code: 0 }))
      .catch((error: unknown) => {
        const { stdout, code: exitCode } = error as { stdout: string; code: number };
        return { output: stdout, code: exitCode };
      });
    if (output !== '') {
      await this.log(job, output, 0);
    }
    const failed = { failure_reason: 'script_failure', exit_code: code };
    await this.update(job, code === 0 ? 'success' : 'failed', code === 0 ? {} : failed);
    return job;
  }

  /** Runs jobs until there are none; answers their names in the order in which they were handed out. */
  async runAll(): Promise<string[]> {
    const names: string[] = [];
    for (let job = await this.runOne(); job; job = await this.runOne()) {
      names.push(job.job_info.name);
    }
    return names;
  }
}
