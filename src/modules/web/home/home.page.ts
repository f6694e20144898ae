import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import type { Frame } from '../../../platform/views/layout.js';

const tile = (to: string, title: string, text: string): Safe =>
  html`<li>
    <a class="card" href="${to}"><strong>${title}</strong>${text}</a>
  </li>`;

/** Who is signed in, and the ways on. */
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
        ${tile('/dashboard/groups', 'Groups', 'What lies in them, and who belongs to them.')}
        ${tile('/dashboard/snippets', 'Snippets', 'Small texts and programs, with a history of their own.')}
        ${tile('/oauth/applications', 'Applications', 'Programs that you registered to act for their users.')}
        ${tile('/oauth/authorized_applications', 'Grants', 'What you allowed others to do for you.')}
        ${tile('/-/profile/two_factor', 'Two-factor authentication', 'A code beside your password.')}
        ${tile('/-/profile', 'Account', 'Password, sessions and personal tokens.')}
        ${user.isAdmin ? tile('/admin/users', 'Administration', 'Users, applications, switches, jobs, storages.') : ''}
        ${tile('/api/docs', 'API documentation', 'Every route, to read and to try.')}
      </ul>`,
  );
}
