import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openUserRegistry } from '../../../../../src/mq/web/security/registries/index.ts'
import { readSettings } from '../../../../../src/mq/web/settings/read.ts'
import { silentLog } from '../../../../../src/shared/lib/output/log.ts'
import { RegistryUnavailableError } from '../../../../../src/shared/registries/index.ts'
import { certificate } from '../../../../_support/certificates.ts'
import { openTestDirectory } from './_test-directory.ts'

/** Opens the registry of the elements in `mqwebuser.xml`, with `trust.pem` beside it. */
async function open(t: ExecutionContext, elements: string, trusted = '') {
  const folder = await mkdtemp(join(tmpdir(), 'registry-'))
  await writeFile(join(folder, 'trust.pem'), trusted)
  const { settings } = readSettings(`<server>${elements}</server>`, {
    file: 'mqwebuser.xml',
    folder,
    environment: { MQWEB_LTPA_SUFFIX: '1' },
  })
  const registry = openUserRegistry(settings, { clock: () => 0, log: silentLog })
  t.teardown(async () => {
    await registry.close()
    await rm(folder, { recursive: true })
  })
  return registry
}

test('the basic registry has the users of its element', async (t) => {
  const registry = await open(
    t,
    '<basicRegistry id="basic" realm="Org"><user name="alice" password="x"/></basicRegistry>',
  )
  t.is(registry.realm, 'Org')
  t.like(await registry.find('alice'), { name: 'alice' })
})

test('without a registry there are no users', async (t) => {
  const registry = await open(t, '')
  t.is(registry.realm, '')
  t.is(await registry.find('alice'), undefined)
})

const alice = { dn: 'uid=alice,dc=example', attributes: { uid: ['alice'], objectclass: ['ePerson'] } }
const trustStore = `<keyStore id="trusted" location="trust.pem" type="PEM"/>
  <ssl id="tls" trustStoreRef="trusted"/><sslDefault sslRef="tls"/>`

async function openDirectory(t: ExecutionContext) {
  const pair = await certificate('directory')
  const directory = await openTestDirectory({ entries: [alice], readers: [''], pair })
  t.teardown(() => directory.close())
  const element = `<ldapRegistry id="ldap" realm="Org" host="127.0.0.1" port="${directory.port}" sslEnabled="true"
    baseDN="dc=example" ldapType="Custom"/>`
  return { element, pair }
}

test('the LDAP registry trusts the CA certificates of the trust store', async (t) => {
  const { element, pair } = await openDirectory(t)
  const registry = await open(t, element + trustStore, pair.cert)
  t.like(await registry.find('alice'), { name: 'alice' })
})

for (const [title, elements, trusted] of [
  ['without a trust store, the LDAP registry trusts the CA certificates of the runtime', '', undefined],
  ['the LDAP registry does not trust other certificates', trustStore, certificate('another')],
] as const) {
  test(title, async (t) => {
    const { element } = await openDirectory(t)
    const registry = await open(t, element + elements, (await trusted)?.cert)
    await t.throwsAsync(registry.find('alice'), { instanceOf: RegistryUnavailableError, message: /certificate/ })
  })
}
