/** A backup of the running sandbox, restored into an empty folder and started there. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { caller, getToken, requestToken } from '../_support/client.ts'
import { sluice, startProduct, temporaryFolder } from '../_support/product.ts'
import { sharedProduct } from '../_support/shared-product.ts'

/** Tokens name the URL that issued them; the port is another one after a restart. */
const issuer = { SLUICE_BASE_URL: 'http://gateway.test' }
const product = sharedProduct(test, issuer)
const message = '/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message'

function mq(gateway: string, token: string): ReturnType<typeof caller> {
  return caller(`${gateway}/acme/sandbox/mq/v1`, token)
}

test.serial('a restored backup has the messages and the tokens from before the backup', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const [backup, data] = [join(folder, 'backup'), join(folder, 'data')]

  const tokens = await getToken(product.gateway)
  const persistent = { 'ibm-mq-md-persistence': 'persistent' }
  const body = 'x'.repeat(300_000)
  t.is((await mq(product.gateway, tokens.access_token)('POST', message, body, persistent)).status, 201)
  const made = await sluice(['backup', backup], product.data)
  t.is(made.status, 0, made.errors)
  t.regex(made.output, /is backed up in .* and verified: \d+ files, [\d.]+ MiB, 1 queue manager\n$/)

  const refused = await sluice(['restore', backup, '--replace'], product.data)
  t.is(refused.status, 1)
  t.regex(refused.errors, /is in use: a gateway runs over it/)
  await product.stop()

  const restored = await sluice(['restore', backup], data)
  t.is(restored.status, 0, restored.errors)
  const other = await startProduct(data, { ...issuer, SLUICE_CONFIG: product.folder })
  t.teardown(() => other.stop())
  const taken = await mq(other.gateway, tokens.access_token)('DELETE', message)
  t.deepEqual([taken.status, (await taken.text()).length], [200, body.length])
  const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, scope: '' }
  t.is((await requestToken(other.gateway, grant)).status, 200)
})

test.serial('a gateway refuses a data folder of a newer version', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(data, 'layout.json'), '{"layout":9,"writtenBy":"4.0.0"}')
  const { status, errors } = await sluice(['start'], data, { SLUICE_PORT: '0', SLUICE_ADMIN_PORT: '0' })
  t.is(status, 1)
  t.regex(errors, /has layout 9, which Sluice 4\.0\.0 wrote/)
})
