import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { certificate, type Pair } from '../../_support/certificates.ts'
import { changeText, copyDocuments } from '../../_support/documents.ts'
import { sluice, startProduct, temporaryFolder } from '../../_support/product.ts'
import { issue } from '../../gateway/parts/mutual-tls/_certificates.ts'

const customers = '/acme/sandbox/customerdb/v1/customers'

interface Reply {
  status: number
  id: string
  body: string
}

function call(origin: string, own?: Pair): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${customers}`,
      { agent: false, rejectUnauthorized: false, ...own },
      async (response) => {
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, id: String(headers['x-request-id']), body: await text(response) })
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

test('an API of partners takes client certificates of its own CA, registered at the applications', async (t) => {
  const [data, removeData] = await temporaryFolder()
  const [documents, removeDocuments] = await temporaryFolder()
  t.teardown(() => Promise.all([removeData(), removeDocuments()]))
  await copyDocuments(documents)
  const [server, root, strangers] = await Promise.all([
    certificate('gateway'),
    issue('Partners', { isCa: true }),
    issue('Strangers', { isCa: true }),
  ])
  const files = { 'cert.pem': server.cert, 'key.pem': server.key, 'strangers.pem': strangers.cert }
  for (const [name, content] of Object.entries(files)) await writeFile(join(data, name), content)
  await writeFile(join(documents, 'apis/partners-ca.pem'), root.cert)
  const api = join(documents, 'apis/customer-database.yaml')
  await changeText(
    api,
    'securityDefinitions:\n',
    'securityDefinitions:\n  partner: { type: mutualTLS, x-client-ca: "$file{partners-ca.pem}" }\n',
  )
  await changeText(api, '  - customer-oauth: [customer]\n', '  - customer-oauth: [customer]\n  - partner: []\n')
  const application = join(documents, 'catalogs/sandbox/applications/sandbox-app.yaml')
  const shared = await readFile(application, 'utf8')
  await writeFile(
    application.replace('sandbox-app', 'orders'),
    shared
      .replaceAll('sandbox-app', 'orders')
      .replace(/ +client_secret_hashes:\n.*\n/, '    certificate: { subject_dn: "O=Acme, CN=Orders" }\n'),
  )

  const checked = await sluice(['check'], data, { SLUICE_CONFIG: documents })
  t.is(checked.status, 0, checked.output)
  const product = await startProduct(data, {
    SLUICE_CONFIG: documents,
    SLUICE_TLS_CERTIFICATE: join(data, 'cert.pem'),
    SLUICE_TLS_KEY: join(data, 'key.pem'),
    SLUICE_TLS_CLIENTS: 'wanted',
    SLUICE_TLS_CLIENT_CA: join(data, 'strangers.pem'),
    SLUICE_TLS_PORT: '0',
    SLUICE_WORKERS: '1',
  })
  t.teardown(product.stop)
  const https = String(/gateway +(https:[^ ]+)/.exec(product.output())?.[1])

  const own = await issue('Orders', { issuer: root, organization: 'Acme' })
  const served = await call(https, own)
  t.is(served.status, 200, served.body)

  const none = await call(https)
  t.is(none.status, 401)
  const foreign = await call(https, await issue('Orders', { issuer: strangers, organization: 'Acme' }))
  t.is(foreign.status, 401)
  t.regex(foreign.body, /not trusted by the API/)
  const why = await sluice(['why', foreign.id], product.data)
  t.regex(why.output, /no CA of x-client-ca has issued "CN=Orders, O=Acme"/)
  t.regex(why.output, /apis\/customer-database\.yaml:\d+/)
  const unknown = await call(https, await issue('Others', { issuer: root }))
  t.regex(unknown.body, /belongs to no application/)
  const expired = await issue('Orders', { issuer: root, organization: 'Acme', days: [-9, -1] })
  t.regex((await call(https, expired)).body, /has expired/)
})
