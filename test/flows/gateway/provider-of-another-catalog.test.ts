import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { getToken } from '../../_support/client.ts'
import { changeText, copyDocuments } from '../../_support/documents.ts'
import { sluice, startProduct, temporaryFolder } from '../../_support/product.ts'

test('a token of a provider that another catalog holds opens an API, for applications of both', async (t) => {
  const [data, removeData] = await temporaryFolder()
  const [documents, removeDocuments] = await temporaryFolder()
  t.teardown(() => Promise.all([removeData(), removeDocuments()]))
  await copyDocuments(documents)
  const partners = join(documents, 'catalogs/partners')
  await cp(join(documents, 'catalogs/sandbox'), partners, { recursive: true })
  for (const each of ['products/messaging.yaml', 'guides']) await rm(join(partners, each), { recursive: true })
  await writeFile(
    join(partners, 'catalog.yaml'),
    'name: partners\norg: acme\nproperties: { customers-url: "http://127.0.0.1:$env{SLUICE_CUSTOMERS_PORT}" }\n',
  )
  const application = join(partners, 'applications/sandbox-app.yaml')
  await changeText(application, /\n +- \{ product: messaging.*/, '')
  const central = (await readFile(application, 'utf8')).replaceAll('sandbox-app', 'central-app')
  await writeFile(join(documents, 'catalogs/sandbox/applications/central-app.yaml'), central)
  const definition = '    x-ibm-oauth-provider: customer-oauth'
  await changeText(
    join(documents, 'apis/customer-database.yaml'),
    definition,
    `${definition}\n    x-ibm-oauth-catalog: sandbox`,
  )
  const product = await startProduct(data, { SLUICE_CONFIG: documents, SLUICE_WORKERS: '1' })
  t.teardown(product.stop)
  const { access_token: token } = await getToken(product.gateway, { scope: 'customer' })
  const call = (catalog: string, text = token) =>
    fetch(`${product.gateway}/acme/${catalog}/customerdb/v1/customers`, {
      headers: { authorization: `Bearer ${text}` },
    })

  t.is((await call('sandbox')).status, 200)
  t.is((await call('partners')).status, 200)
  t.is((await call('partners', `${token.slice(0, -4)}AAAA`)).status, 401)
  const metadata = await fetch(`${product.gateway}/.well-known/oauth-protected-resource/acme/partners/customerdb/v1`)
  const { authorization_servers: servers } = (await metadata.json()) as { authorization_servers: string[] }
  t.is(servers.length, 1)
  t.true(servers[0]?.endsWith('/acme/sandbox/customer-oauth'), servers[0])

  const other = await getToken(product.gateway, { scope: 'customer', client_id: 'central-app' })
  t.is((await call('sandbox', other.access_token)).status, 200)
  const refused = await call('partners', other.access_token)
  t.is(refused.status, 403)
  const why = await sluice(['why', String(refused.headers.get('x-request-id'))], product.data)
  t.true(why.output.includes('the client "central-app" is not an application of /acme/partners'), why.output)
})
