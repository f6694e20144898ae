import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestGroup, TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { blocksOf } from '../../support/documented.js';

const run = promisify(execFile);
/** Where Debian keeps plugins and libraries for maven. */
const OFFLINE = 'file:///usr/share/maven-repo';

let app: TestApp;
let owner: TestUser;
let group: TestGroup;
let project: TestProject;
let work: string;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  group = await aGroup(owner.api);
  project = await aProject(owner.api, { namespace_id: group.id });
  work = await mkdtemp(path.join(tmpdir(), 'slipway-maven-'));
});
afterAll(async () => {
  await app.close();
  await rm(work, { recursive: true, force: true });
});

/** The documented settings, with the plugins of this machine. */
async function settings(): Promise<string> {
  const [documented = ''] = await blocksOf('packages/maven.md', 'xml');
  const offline = `<localRepository>${work}/local</localRepository>
    <profiles><profile><id>offline</id><activation><activeByDefault>true</activeByDefault></activation>
      <repositories><repository><id>central</id><url>${OFFLINE}</url><releases><enabled>false</enabled></releases></repository></repositories>
      <pluginRepositories><pluginRepository><id>central</id><url>${OFFLINE}</url>
        <releases><checksumPolicy>ignore</checksumPolicy></releases></pluginRepository></pluginRepositories>
    </profile></profiles>`;
  const file = path.join(work, 'settings.xml');
  await writeFile(file, documented.replace('</settings>', `${offline}</settings>`));
  return file;
}

/** A folder with the documented part of a `pom.xml`. */
async function folder(name: string, version: string, part: string): Promise<string> {
  const directory = path.join(work, `${name}-${version}`);
  const here = {
    'https://slipway.example.com': app.url,
    'projects/42': `projects/${project.id}`,
    'groups/7': `groups/${group.id}`,
  };
  const documented = (await blocksOf('packages/maven.md', 'xml', here)).find((block) => block.startsWith(part)) ?? '';
  await mkdir(directory, { recursive: true });
  await writeFile(
    path.join(directory, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
      <groupId>org.acme</groupId><artifactId>${name}</artifactId><version>${version}</version><packaging>pom</packaging>
      ${documented}
      <build><plugins>
        <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-deploy-plugin</artifactId><version>3.0.0</version></plugin>
        <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-install-plugin</artifactId><version>3.1.0</version></plugin>
        <plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.5.0</version></plugin>
      </plugins></build></project>`,
  );
  return directory;
}

/** The documented command in that folder. */
async function mvn(command: string, directory: string, token = owner.token): Promise<string> {
  const commands = await blocksOf('packages/maven.md', 'sh');
  const [program = '', ...args] = (commands.find((block) => block.includes(command)) ?? '').trim().split(' ');
  const all = ['--batch-mode', '--settings', await settings(), ...args];
  const env = { ...process.env, TOKEN: token, MAVEN_OPTS: '-XX:+UseSerialGC -Xmx256m' };
  const { stdout } = await run(program, all, { cwd: directory, env, timeout: 200_000 });
  return stdout;
}

const deploy = async (version: string, token?: string) =>
  mvn('deploy', await folder('app', version, '<distributionManagement>'), token);

describe('mvn', () => {
  it('deploys versions and snapshots, and installs them from the group', async () => {
    await deploy('1.0');
    await deploy('1.1');
    await deploy('2.0-SNAPSHOT');
    await rm(path.join(work, 'local/org/acme'), { recursive: true });
    const user = await folder('user', '1.0', '<repositories>');
    await mvn('dependency:', user);

    expect(await readdir(path.join(user, 'target/dependency'))).toEqual(['app-1.0.pom']);
    const listed = (await owner.api.get(`projects/${project.id}/packages?order_by=version`)).body;
    expect(listed).toMatchObject([{ version: '1.0' }, { version: '1.1' }, { version: '2.0-SNAPSHOT' }]);
    const metadata = await owner.api.get(`projects/${project.id}/packages/maven/org/acme/app/maven-metadata.xml`);
    expect(metadata.text).toContain('<version>1.1</version>');
  }, 240_000);

  it('resolves a range by the versions that are left after a deletion', async () => {
    const [newest] = (await owner.api.get(`projects/${project.id}/packages?package_version=1.1`)).body;
    await owner.api.delete(`projects/${project.id}/packages/${newest.id}`);
    await rm(path.join(work, 'local/org/acme'), { recursive: true });
    const user = await folder('ranged', '1.0', '<repositories>');
    const pom = path.join(user, 'pom.xml');
    await writeFile(
      pom,
      (await readFile(pom, 'utf8')).replace('<version>1.0</version><type>', '<version>[1.0,1.9]</version><type>'),
    );
    await mvn('dependency:', user);

    expect(await readdir(path.join(user, 'target/dependency'))).toEqual(['app-1.0.pom']);
  }, 240_000);

  it('reports a wrong token', async () => {
    await expect(deploy('3.0', 'wrong')).rejects.toMatchObject({ stdout: expect.stringMatching(/401|Unauthorized/) });
  }, 240_000);
});
