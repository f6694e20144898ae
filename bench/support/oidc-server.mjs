// oidc-provider with its in-memory adapter, as the reference of a benchmark. Prints one line of JSON when it listens:
// the
// refresh tokens and the access token to begin with.
import { Provider } from 'oidc-provider';

const [port, families] = process.argv.slice(2).map(Number);
const CLIENT = { id: 'bench', secret: 'bench-secret-0123456789abcdef' };

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: ['https://client.example.com/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  features: { introspection: { enabled: true }, devInteractions: { enabled: false } },
  rotateRefreshToken: () => true,
  ttl: { AccessToken: 7200, RefreshToken: 86_400, Grant: 86_400 },
});

const client = await provider.Client.find(CLIENT.id);
const tokens = [];
for (let family = 0; family < families; family++) {
  tokens.push(await refreshTokenOf('1'));
}
const access = new provider.AccessToken({
  accountId: '1',
  client,
  scope: 'offline_access',
  grantId: await grantOf('1'),
});
provider.listen(port, '127.0.0.1', async () => {
  console.log(JSON.stringify({ client: CLIENT, tokens, access: await access.save() }));
});

async function grantOf(accountId) {
  const grant = new provider.Grant({ accountId, clientId: CLIENT.id });
  grant.addOIDCScope('offline_access');
  return grant.save();
}

async function refreshTokenOf(accountId) {
  const token = new provider.RefreshToken({
    accountId,
    client,
    scope: 'offline_access',
    gty: 'authorization_code',
    grantId: await grantOf(accountId),
    authTime: Math.floor(Date.now() / 1000),
  });
  return token.save();
}
