import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';

const tile = (to: string, title: string, text: string): Safe =>
  html`<li>
    <a class="card" href="${to}"><strong>${title}</strong>${text}</a>
  </li>`;

/** The start page: the signed-in user and links to the main pages. */
export function homePage(frame: Frame): Safe {
  const { user } = frame;
  if (!user) {
    return layout(
      { title: 'Welcome', frame, narrow: true },
      html`<div class="card">
        <h1>Slipway</h1>
        <p>Registry, packages, pipelines, alerts and integrations behind one API.</p>
        <p class="actions">
          <a class="button primary" href="/users/sign_in">Sign in</a>
          <a class="button plain" href="/api/docs">API documentation</a>
        </p>
      </div>`,
    );
  }
  return layout(
    { title: 'Home', frame },
    html`<h1>Hello, ${user.name}</h1>
      <p class="muted">You are signed in as @${user.username}${user.isAdmin ? ', an administrator' : ''}.</p>
      <ul class="tiles">
        ${tile('/dashboard/projects', 'Projects', 'Images, pipelines and trigger tokens of your projects.')}
        ${tile('/dashboard/groups', 'Groups', 'Their subgroups, projects and members.')}
        ${tile('/dashboard/snippets', 'Snippets', 'Small pieces of text and code, with a history.')}
        ${tile('/oauth/applications', 'Applications', 'OAuth applications that you registered.')}
        ${tile('/oauth/authorized_applications', 'Authorized applications', 'Applications that may act on your behalf.')}
        ${tile('/-/profile/two_factor', 'Two-factor authentication', 'A code in addition to your password.')}
        ${tile('/-/profile', 'Account', 'Password, sessions and personal tokens.')}
        ${user.isAdmin ? tile('/admin/users', 'Administration', 'Users, applications, feature flags, jobs, storages.') : ''}
        ${tile('/api/docs', 'API documentation', 'Every route, to read and try out.')}
      </ul>`,
  );
}
