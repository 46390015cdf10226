/** Leases and tokens of the vault, when the clock of the machine goes back or ahead: their lives do not follow it. */
import test from 'ava'
import { VaultSecrets } from '../../../../src/gateway/parts/vault/vault-secrets.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { eventually } from '../../../_support/eventually.ts'
import { startVault } from '../../../_support/vault-server.ts'

const rightNow = Date.now
test.afterEach.always(() => {
  Date.now = rightNow
})

for (const [title, shiftMs] of [
  ['back by a day', -86_400_000],
  ['back by ten minutes', -600_000],
] as const)
  test.serial(`after a clock that went ${title}, leases and tokens are renewed in time`, async (t) => {
    const vault = await startVault()
    const secrets = new VaultSecrets({
      SLUICE_VAULT_ADDR: vault.url,
      SLUICE_VAULT_AUTH: 'approle',
      SLUICE_VAULT_ROLE: 'shop',
      SLUICE_VAULT_SECRET_ID: 'id',
      SLUICE_VAULT_REFRESH_SECONDS: '1',
    })
    t.teardown(async () => {
      await secrets.close()
      await vault.close()
    })
    vault.seconds = 2
    vault.secrets.set('db/creds/shop', { username: 'one' })
    await secrets.fetchMissing(['db/creds/shop#username'])
    Date.now = () => rightNow() + shiftMs
    secrets.follow({ log: silentLog, metrics: new Registry(), onChange() {} })
    for (const request of ['PUT /v1/sys/leases/renew', 'PUT /v1/auth/token/renew-self'])
      t.true(await eventually(async () => vault.requests.includes(request) || undefined), request)
  })

test.serial('a clock that goes ahead renews no lease before its time', async (t) => {
  const vault = await startVault()
  const environment = { SLUICE_VAULT_ADDR: vault.url, SLUICE_VAULT_TOKEN: 'root', SLUICE_VAULT_REFRESH_SECONDS: '1' }
  const secrets = new VaultSecrets(environment)
  t.teardown(async () => {
    await secrets.close()
    await vault.close()
  })
  vault.seconds = 3_600
  vault.secrets.set('db/creds/shop', { username: 'one' }).set('secret/other', { key: 'a' })
  await secrets.fetchMissing(['db/creds/shop#username', 'secret/other#key'])
  Date.now = () => rightNow() + 86_400_000
  const changed = Promise.withResolvers<void>()
  secrets.follow({ log: silentLog, metrics: new Registry(), onChange: changed.resolve })
  vault.secrets.set('secret/other', { key: 'b' })
  await changed.promise // a look for changes has come past the lease
  t.false(vault.requests.includes('PUT /v1/sys/leases/renew'))
})
