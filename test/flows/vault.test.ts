import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../_support/eventually.ts'
import { sluice, startGateway, temporaryFolder } from '../_support/product.ts'
import { startVault } from '../_support/vault-server.ts'

const documents = {
  'apis/hello.yaml': `swagger: "2.0"
info: { title: Hello, version: 1.0.0, x-ibm-name: hello }
basePath: /hello
paths: { /: { get: { responses: { "200": { description: A page } } } } }
x-ibm-configuration:
  properties:
    greeting: $vault{secret/$env{STAGE}/hello#text}
  assembly: { execute: [{ html-page: { source: "<p>$(greeting)</p>" } }] }
`,
  'catalogs/sandbox/catalog.yaml': 'org: acme\nname: sandbox\ntitle: Sandbox\n',
  'catalogs/sandbox/products/hello.yaml': `product: 1.0.0
info: { name: hello, title: Hello, version: 1.0.0 }
apis: { hello: { name: "hello:1.0.0" } }
plans: { default: { title: Default } }
`,
}

const until = async (holds: () => Promise<boolean>) => eventually(async () => (await holds()) || undefined)

test('documents read secrets of a vault, follow their changes and survive its outage', async (t) => {
  const [folder, remove] = await temporaryFolder()
  const vault = await startVault()
  t.teardown(async () => {
    await vault.close().catch(() => {})
    await remove()
  })
  for (const [name, text] of Object.entries(documents)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await mkdir(join(folder, 'providers'))
  const environment = {
    STAGE: 'test',
    SLUICE_CONFIG: folder,
    SLUICE_VAULT_ADDR: vault.url,
    SLUICE_VAULT_AUTH: 'approle',
    SLUICE_VAULT_ROLE: 'shop',
    SLUICE_VAULT_SECRET_ID: 'id',
    SLUICE_VAULT_REFRESH_SECONDS: '1',
  }
  vault.secrets.set('secret/test/hello', { text: 'one' })
  t.is((await sluice(['check', folder], folder, environment)).status, 0)

  const gateway = await startGateway(join(folder, 'data'), environment)
  t.teardown(gateway.stop)
  const read = async () => (await fetch(`${gateway.url}/acme/sandbox/hello/`)).text()
  t.is(await read(), '<p>one</p>')
  vault.secrets.set('secret/test/hello', { text: 'two' })
  await until(async () => (await read()) === '<p>two</p>')

  await vault.close()
  const metrics = async () => (await fetch(`${gateway.management}/metrics`)).text()
  await until(async () => /^sluice_vault_unavailable 1$/m.test(await metrics()))
  await writeFile(join(folder, 'apis/hello.yaml'), documents['apis/hello.yaml'].replace('<p>', '<p>still '))
  await until(async () => (await read()) === '<p>still two</p>')
  t.false(JSON.stringify(gateway.log()).includes('two'))

  const other = await sluice(['start'], join(folder, 'other'), environment)
  t.is(other.status, 1)
  t.regex(other.errors, /apis\/hello\.yaml:7:\d+.*cannot be reached.*SLUICE_VAULT_ADDR/)
})

/** A provider whose registry and whose secret are behind the vault, and a test of the API that needs the value. */
const secured = {
  'providers/people.yaml': `name: people
title: People
registry_type: ldap
endpoint: { endpoint: "ldap://127.0.0.1:9" }
configuration:
  authenticated_bind: true
  admin_dn: cn=reader,dc=acme
  admin_password: $vault{secret/people#password}
  search_dn_base: dc=acme
  search_dn_filter_prefix: (uid=
  search_dn_filter_suffix: )
`,
  'providers/sign-in.yaml': `name: sign-in
title: Sign-in
provider_type: native
grants: [password]
scopes: { read: Read }
native_provider: { clients: [public], user_registry: people, api: { basePath: /sign-in } }
`,
  'catalogs/sandbox/catalog.yaml':
    'org: acme\nname: sandbox\ntitle: Sandbox\napi_user_registries: [people]\noauth_providers: [sign-in]\n',
  'catalogs/sandbox/applications/shop.yaml':
    'name: shop\ntitle: Shop\nclient_type: public\ngrants: [password]\ncredentials: [{ client_id: shop-app }]\n',
  'apis/hello.test.yaml': `tests:
  - name: says hello
    request: GET /acme/sandbox/hello/
    expect: { status: 200, body: <p>one</p> }
`,
}

test('while the vault is away, commands beside a running gateway take the last values from it', async (t) => {
  const [folder, remove] = await temporaryFolder()
  const vault = await startVault()
  t.teardown(async () => {
    await vault.close().catch(() => {})
    await remove()
  })
  for (const [name, text] of Object.entries({ ...documents, ...secured })) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const environment = { STAGE: 'live', SLUICE_CONFIG: folder, SLUICE_VAULT_ADDR: vault.url, SLUICE_VAULT_TOKEN: 'root' }
  vault.secrets.set('secret/live/hello', { text: 'one' }).set('secret/people', { password: 'p' })
  const data = join(folder, 'data')
  const gateway = await startGateway(data, environment)
  t.teardown(gateway.stop)
  const commands = [
    ['token', 'revoke', '--user', 'anna'],
    ['apps', 'list'],
    ['apps', 'suspend', 'shop'],
    ['keys', 'list'],
    ['test'],
    ['ask', 'sessions', 'anna'],
  ]
  const expected = [/tokens .* anna are revoked/, /shop-app/, /shop/, /./, /1 passed/, /./]
  await vault.close()
  for (const [index, words] of commands.entries()) {
    const { output, errors } = await sluice(words, data, environment)
    t.regex(output, expected[index] as RegExp, `${words.join(' ')}: ${errors}`)
    t.notRegex(errors, /cannot be reached/)
  }
  // Without a gateway nobody has the values: the reason is that of the vault.
  const alone = await sluice(['apps', 'list'], join(folder, 'other'), environment)
  t.is(alone.status, 1)
  t.regex(alone.errors, /cannot be reached.*SLUICE_VAULT_ADDR/)
})

test('commands about registries read secrets of the vault', async (t) => {
  const [folder, remove] = await temporaryFolder()
  const vault = await startVault()
  t.teardown(async () => {
    await vault.close()
    await remove()
  })
  for (const [name, text] of Object.entries({ ...documents, ...secured })) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  vault.secrets.set('secret/live/hello', { text: 'one' }).set('secret/people', { password: 'p' })
  const environment = { STAGE: 'live', SLUICE_CONFIG: folder, SLUICE_VAULT_ADDR: vault.url, SLUICE_VAULT_TOKEN: 'root' }
  const { errors } = await sluice(['users', 'list'], join(folder, 'data'), environment)
  t.regex(errors, /enables a user registry of type lur/)
})
