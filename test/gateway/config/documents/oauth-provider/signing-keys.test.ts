import { resolve } from 'node:path'
import test from 'ava'
import { changed, loadValid, problemsOf } from '../../_support/folder.ts'

const withKeys = (members: string) =>
  changed('providers/oauth.yaml', '  user_registry: users', `  user_registry: users\n  signing_keys: { ${members} }`)

for (const [members, expected] of [
  ['source: store', { kind: 'store' }],
  ['source: environment, variable: OAUTH_KEY', { kind: 'environment', variable: 'OAUTH_KEY' }],
  ['source: signer, url: unix:/run/signer.sock', { kind: 'signer', url: 'unix:/run/signer.sock', timeoutMs: 2_000 }],
  [
    'source: signer, url: "http://127.0.0.1:9000/v1", timeout: 0.5',
    { kind: 'signer', url: 'http://127.0.0.1:9000/v1', timeoutMs: 500 },
  ],
  ['source: file, path: /run/secrets/oauth', { kind: 'file', path: resolve('/run/secrets/oauth') }],
] as const) {
  test(`reads { ${members} }`, async (t) => {
    const [catalog] = (await loadValid(t, withKeys(members))).catalogs
    t.deepEqual(catalog?.providers.get('oauth')?.signingKeys, expected)
  })
}

for (const [members, expected] of [
  ['source: file', /oauth\.yaml:10:\d+ native_provider\.signing_keys\.path is missing: the source file needs it$/],
  ['source: environment', /signing_keys\.variable is missing: the source environment needs it$/],
  ['source: vault', /signing_keys\.source must be one of store, file, environment, signer - found "vault"$/],
  [
    'source: signer, url: "https://signer.example.com"',
    /url must be unix:\/path\/of\/socket, or an http URL with the host 127\.0\.0\.1, localhost or \[::1\]/,
  ],
  ['source: signer, url: unix:/a, timeout: 31', /signing_keys\.timeout must be at most 30/],
  ['path: /a', /oauth\.yaml:10:\d+ warning: .*signing_keys\.path has no effect: the source is store$/],
] as const) {
  test(`reports { ${members} }`, async (t) => {
    const problems = await problemsOf(t, withKeys(members))
    t.is(problems.length, 1, problems.join('\n'))
    t.regex(problems[0] ?? '', expected)
  })
}
