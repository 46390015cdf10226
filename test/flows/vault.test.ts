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
