import { setTimeout as wait } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { nameSecret } from '../../../../src/gateway/config/index.ts'
import { VaultSecrets } from '../../../../src/gateway/parts/vault/vault-secrets.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { startVault } from '../../../_support/vault-server.ts'

type SecretEnvironment = Record<string, string | undefined>

async function withVault(t: ExecutionContext, settings: SecretEnvironment = { SLUICE_VAULT_TOKEN: 'root' }) {
  const vault = await startVault()
  const environment: SecretEnvironment = {
    SLUICE_VAULT_ADDR: vault.url,
    SLUICE_VAULT_REFRESH_SECONDS: '1',
    ...settings,
  }
  const secrets = new VaultSecrets(environment)
  t.teardown(async () => {
    await secrets.close()
    await vault.close()
  })
  const value = (reference: string) => environment[nameSecret(reference)]
  const reason = (reference: string) => environment[nameSecret(reference, 'error')]
  return { vault, secrets, value, reason }
}

test('secrets of KV version 2 and 1 are read, each path once', async (t) => {
  const { vault, secrets, value } = await withVault(t)
  vault.secrets.set('secret/shop/db', { user: 'shop', port: 5432 }).set('old/db', { password: 'p' })
  t.true(await secrets.fetchMissing(['secret/shop/db#user', 'secret/shop/db#port', 'old/db#password']))
  t.deepEqual(['secret/shop/db#user', 'secret/shop/db#port', 'old/db#password'].map(value), ['shop', '5432', 'p'])
  t.is(vault.requests.filter((each) => each === 'GET /v1/secret/data/shop/db').length, 1)
  t.false(await secrets.fetchMissing(['secret/shop/db#user']))
})

for (const [title, reference, expected] of [
  ['path is unknown', 'secret/none#a', /there is no secret at "secret\/none"/],
  ['key is unknown', 'secret/shop#other', /no text with the key "other"; it has user/],
  ['mount is forbidden', 'private/shop#a', /refuses access to private\/shop/],
] as const) {
  test(`the reason says that the ${title}`, async (t) => {
    const { vault, secrets, value, reason } = await withVault(t)
    vault.secrets.set('secret/shop', { user: 'shop' })
    await secrets.fetchMissing([reference])
    t.is(value(reference), undefined)
    t.regex(reason(reference) ?? '', expected)
  })
}

test('a wrong token and an absent vault are explained', async (t) => {
  const { vault, secrets, reason } = await withVault(t, { SLUICE_VAULT_TOKEN: 'wrong' })
  await secrets.fetchMissing(['secret/shop#a'])
  t.regex(reason('secret/shop#a') ?? '', /refuses access to the token .*SLUICE_VAULT_\*/)
  await vault.close()
  await secrets.fetchMissing(['secret/shop#a'])
  t.regex(reason('secret/shop#a') ?? '', /cannot be reached .*SLUICE_VAULT_ADDR/)
  await vault.reopen()
})

test('without a vault the reason names the setting', async (t) => {
  const environment: SecretEnvironment = {}
  await new VaultSecrets(environment).fetchMissing(['secret/shop#a'])
  t.regex(environment[nameSecret('secret/shop#a', 'error')] ?? '', /SLUICE_VAULT_ADDR/)
})

for (const [auth, settings] of [
  ['approle', { SLUICE_VAULT_SECRET_ID: 'id' }],
  ['kubernetes', { SLUICE_VAULT_JWT_FILE: new URL('jwt.txt', import.meta.url).pathname }],
] as const) {
  test(`${auth} signs in, and again when its token is refused`, async (t) => {
    const { vault, secrets, value } = await withVault(t, {
      SLUICE_VAULT_AUTH: auth,
      SLUICE_VAULT_ROLE: 'shop',
      ...settings,
    })
    vault.secrets.set('secret/a', { key: 'a' }).set('secret/b', { key: 'b' })
    await secrets.fetchMissing(['secret/a#key'])
    vault.tokens.clear()
    await secrets.fetchMissing(['secret/b#key'])
    t.deepEqual([value('secret/a#key'), value('secret/b#key')], ['a', 'b'])
    t.is(vault.requests.filter((each) => each === `PUT /v1/auth/${auth}/login`).length, 2)
  })
}

test('a changed secret is noticed, and the last value stays while the vault is away', async (t) => {
  const { vault, secrets, value } = await withVault(t)
  vault.secrets.set('secret/shop', { key: 'one' })
  await secrets.fetchMissing(['secret/shop#key'])
  const metrics = new Registry()
  let changed = Promise.withResolvers<void>()
  secrets.follow({ log: { ...silentLog, warn: () => warned.resolve() }, metrics, onChange: () => changed.resolve() })
  const warned = Promise.withResolvers<void>()
  vault.secrets.set('secret/shop', { key: 'two' })
  await changed.promise
  t.is(value('secret/shop#key'), 'two')

  await vault.close()
  await warned.promise
  t.is(value('secret/shop#key'), 'two')
  t.regex(metrics.render(), /sluice_vault_unavailable 1/)
  changed = Promise.withResolvers()
  vault.secrets.set('secret/shop', { key: 'three' })
  await vault.reopen()
  await changed.promise
  t.is(value('secret/shop#key'), 'three')
})

test('a lease is renewed, and the secret read again when it cannot be', async (t) => {
  const { vault, secrets, value } = await withVault(t)
  vault.seconds = 2
  vault.secrets.set('db/creds/shop', { username: 'one', password: 'p' })
  await secrets.fetchMissing(['db/creds/shop#username', 'db/creds/shop#password'])
  const changed = Promise.withResolvers<void>()
  secrets.follow({ log: silentLog, metrics: new Registry(), onChange: changed.resolve })
  vault.secrets.set('db/creds/shop', { username: 'two', password: 'p' })
  while (!vault.requests.includes('PUT /v1/sys/leases/renew')) await wait(20)
  t.is(value('db/creds/shop#username'), 'one')
  vault.renewsLeases = false
  await changed.promise
  t.is(value('db/creds/shop#username'), 'two')
})
