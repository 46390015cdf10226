/** Client certificates as credentials: of connections, and of trusted proxies. */
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import type { SecurityDefinition } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import {
  type CertificateMember,
  renderCertificateKey,
} from '../../../../src/gateway/contract/access/certificate-key.ts'
import { explainCall } from '../../../../src/gateway/data-plane/index.ts'
import { certificate, type Pair } from '../../../_support/certificates.ts'
import { findGatewayProblems } from '../../_support/tables.ts'
import {
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  operation,
  shopProduct,
  step,
} from '../../data-plane/_support/documents.ts'
import { startBackend, startGateway } from '../../data-plane/_support/servers.ts'
import { issue, parsed } from './_certificates.ts'

const server = certificate('127.0.0.1')
const root = issue('partners', { isCa: true })
const foreign = issue('strangers', { isCa: true })
const path = '/acme/sandbox/customerdb/v1/customers'

type Registered = readonly [client: string, member: CertificateMember, value: string]

function documents(upstream: string, registered: readonly Registered[], settings: object = {}) {
  const definition: SecurityDefinition = { key: 'partner', type: 'mutualTLS', settings, location }
  const security = [{ all: [{ definition, scopes: [] }], location }]
  const operations = [operation('GET', '/customers', { security })]
  const target = { 'target-url': `${upstream}/$(client.app.id)?by=$(client.certificate.subject)` }
  const assembly = { execute: [step('invoke', target)], catch: [], finally: [] }
  const applications = registered.map(([name, member, value]) =>
    application(name, {
      subscriptions: [goldSubscription],
      credentials: [
        {
          ...{ name: 'default', clientId: name, secretHashes: [], hasWellKnownSecret: false },
          certificates: [{ key: renderCertificateKey(member, value), value }],
        },
      ],
    }),
  )
  const definitions = new Map([['partner', definition]])
  return catalog([api(upstream, { operations, assembly, definitions })], { applications, products: [shopProduct] })
}

interface Options {
  settings?: object
  /** The CAs that the listener trusts. */
  ca?: readonly Pair[]
  trustedProxies?: readonly string[]
}

async function serve(
  t: ExecutionContext,
  registered: readonly Registered[],
  { settings, ca = [], trustedProxies = [] }: Options = {},
) {
  const seen: IncomingHttpHeaders[] = []
  const backend = await startBackend((request, response) => {
    seen.push(request.headers)
    response.end(request.url)
  })
  const published = documents(backend.url, registered, settings)
  const tls = { ...(await server), requestCert: true, rejectUnauthorized: false, ca: ca.map(({ cert }) => cert) }
  const deps = { consumers: () => openConsumers(published) }
  const gateway = await startGateway(config(published), deps, undefined, { tls, trustedProxies })
  t.teardown(() => Promise.all([gateway.close(), backend.close()]))
  const call = async (own?: Pair, headers: Record<string, string> = {}) => {
    const sent = request({
      ...{ host: '127.0.0.1', port: gateway.port, path, headers, agent: false, rejectUnauthorized: false },
      ...own,
    })
    sent.end()
    const [response] = await once(sent, 'response')
    const body = await text(response)
    const record = gateway.records.find(({ requestId }) => requestId === response.headers['x-request-id'])
    const why = record && explainCall(record)?.checks.find(({ outcome }) => outcome === 'failed')
    return { status: response.statusCode as number, body, why, seen: seen.at(-1) }
  }
  return { call, gateway }
}

const withChain = (leaf: Pair, ...issuers: Pair[]): Pair => ({
  cert: [leaf, ...issuers].map(({ cert }) => cert.trim()).join('\n'),
  key: leaf.key,
})

test('a registered subject opens the API to the certificate of a trusted CA, whatever its spelling', async (t) => {
  const ca = [await root]
  const { call } = await serve(t, [['orders', 'subject_dn', 'o = ACME, cn=Orders']], { ca })
  const own = await issue('Orders', { issuer: await root, organization: 'Acme' })
  const { status, body, seen } = await call(own)
  t.is(status, 200)
  t.is(decodeURIComponent(body), '/orders?by=O=Acme,CN=Orders')
  t.is(seen?.['x-forwarded-client-cert'], undefined)
})

for (const [member, value, names] of [
  ['san_dns', 'Orders.Example', [{ type: 2, value: 'orders.example' }]],
  ['san_uri', 'spiffe://acme/orders', [{ type: 6, value: 'spiffe://acme/orders' }]],
  ['san_email', 'orders@ACME.example', [{ type: 1, value: 'orders@acme.example' }]],
] as const)
  test(`a registered ${member} opens the API`, async (t) => {
    const { call } = await serve(t, [['orders', member, value]], { ca: [await root] })
    t.is((await call(await issue('any', { issuer: await root, names }))).status, 200)
    const { status, why } = await call(await issue('any', { issuer: await root }))
    t.is(status, 401)
    t.regex(String(why?.seen), /^the certificate "CN=any" \(SHA-256 [\dA-F:]{95}\)$/)
  })

test('a call without a certificate is told so, and why names the definition', async (t) => {
  const { call } = await serve(t, [['orders', 'subject_dn', 'CN=orders']], { ca: [await root] })
  const { status, body, why } = await call()
  t.is(status, 401)
  t.regex(body, /demands a client certificate: connect over TLS/)
  t.like(why, { seen: 'no credentials', wanted: 'partner (mutualTLS)', place: 'apis/customers.yaml:7' })
})

test('the subject of an untrusted CA is refused with the reason, and does not say whether it is registered', async (t) => {
  const { call } = await serve(t, [['orders', 'subject_dn', 'CN=orders']], { ca: [await root] })
  for (const name of ['orders', 'others']) {
    const { status, body, why } = await call(await issue(name, { issuer: await foreign }))
    t.is(status, 401)
    t.regex(body, /certificate is not trusted/)
    t.regex(String(why?.seen), /: UNABLE_TO_/)
  }
})

test('a fingerprint opens the API to this certificate alone, whoever has issued it', async (t) => {
  const own = await issue('self')
  const fingerprint = parsed(own).fingerprint256.replaceAll(':', '').toLowerCase()
  const { call } = await serve(t, [['orders', 'sha256', fingerprint]], { ca: [await root] })
  t.is((await call(own)).status, 200)
  t.is((await call(await issue('self'))).status, 401)
})

test('an expired certificate is refused as expired, also a registered one', async (t) => {
  const old = await issue('old', { days: [-9, -1] })
  const early = await issue('early', { days: [1, 9] })
  const { call } = await serve(t, [
    ['old', 'sha256', parsed(old).fingerprint256],
    ['early', 'sha256', parsed(early).fingerprint256],
  ])
  const { status, body, why } = await call(old)
  t.is(status, 401)
  t.regex(body, /has expired/)
  t.regex(String(why?.seen), /"CN=old".* expired at 20/)
  t.regex(String((await call(early)).why?.seen), /"CN=early".* is not valid before 20/)
})

test('a certificate of no application, and one of two, are refused with what is wrong', async (t) => {
  const { call } = await serve(
    t,
    [
      ['one', 'subject_dn', 'CN=both'],
      ['two', 'subject_dn', 'CN=both'],
    ],
    { ca: [await root] },
  )
  const unknown = await call(await issue('nobody', { issuer: await root }))
  t.is(unknown.status, 401)
  t.regex(unknown.body, /belongs to no application/)
  const both = await call(await issue('both', { issuer: await root }))
  t.is(both.status, 403)
  t.regex(String(both.why?.seen), /is registered by one and two/)
})

test('with CAs of its own, a document trusts these and no other one', async (t) => {
  const [top, strange] = await Promise.all([root, foreign])
  const middle = await issue('middle', { issuer: top, isCa: true })
  const own = await issue('orders', { issuer: middle })
  const settings = { 'x-client-ca': top.cert }
  const { call } = await serve(t, [['orders', 'subject_dn', 'CN=orders']], { settings, ca: [strange] })
  t.is((await call(withChain(own, middle))).status, 200)
  t.is((await call(await issue('orders', { issuer: top }))).status, 200)
  const { status, why } = await call(await issue('orders', { issuer: strange }))
  t.is(status, 401)
  t.regex(String(why?.seen), /no CA of x-client-ca has issued "CN=orders"/)
})

test('a fingerprint does not replace the CA that the document names', async (t) => {
  const own = await issue('self')
  const settings = { 'x-client-ca': (await root).cert }
  const { call } = await serve(t, [['orders', 'sha256', parsed(own).fingerprint256]], { settings })
  t.is((await call(own)).status, 401)
})

const proxied = { trustedProxies: ['127.0.0.1'] }
const pem = ({ cert }: Pair) => encodeURIComponent(cert)

test('a trusted proxy forwards the certificate: as a hash, a subject, a name, or itself', async (t) => {
  const own = await issue('orders', { issuer: await root, names: [{ type: 6, value: 'spiffe://acme/x' }] })
  const hash = parsed(own).fingerprint256.replaceAll(':', '').toLowerCase()
  for (const [member, value, headers] of [
    ['sha256', hash, [`Hash=${hash}`, `By=spiffe://gw;Hash=${hash}`, `Hash=00,Hash=${hash}`, `Cert="${pem(own)}"`]],
    ['subject_dn', 'CN=orders', ['Hash=00;Subject="CN=orders";URI=', `Chain="${pem(withChain(own, await root))}"`]],
    ['san_uri', 'spiffe://acme/x', ['URI=spiffe://acme/x;URI=y', `Hash=00;Cert="${pem(own)}"`]],
  ] as const) {
    const { call } = await serve(t, [['orders', member, value]], proxied)
    for (const header of headers) {
      const { status, body, seen } = await call(undefined, { 'x-forwarded-client-cert': header })
      t.is(status, 200, `${header}: ${body}`)
      t.is(seen?.['x-forwarded-client-cert'], undefined)
    }
    t.is((await call(undefined, { 'x-forwarded-client-cert': `Hash=${hash},Hash=00;Subject="CN=other"` })).status, 401)
  }
})

test('the header of anybody else is not read', async (t) => {
  const { call } = await serve(t, [['orders', 'subject_dn', 'CN=orders']], { trustedProxies: ['10.0.0.1'] })
  const { status, body } = await call(undefined, { 'x-forwarded-client-cert': 'Hash=00;Subject="CN=orders"' })
  t.is(status, 401)
  t.regex(body, /demands a client certificate/)
})

for (const [header, words] of [
  ['Subject="CN=orders', /cannot be read/],
  ['Hash=00;Cert="nothing"', /a certificate that cannot be read/],
  ['By=spiffe://gw', /neither Cert, Chain, Hash nor Subject/],
] as const)
  test(`the header of a proxy that says nothing usable is refused: ${header}`, async (t) => {
    const { call } = await serve(t, [['orders', 'subject_dn', 'CN=orders']], proxied)
    const { status, why } = await call(undefined, { 'x-forwarded-client-cert': header })
    t.is(status, 401)
    t.regex(String(why?.seen), words)
  })

test('with CAs of the document, a proxy must forward the certificate itself', async (t) => {
  const settings = { 'x-client-ca': (await root).cert }
  const { call } = await serve(t, [['orders', 'subject_dn', 'CN=orders']], { settings, ...proxied })
  const own = await issue('orders', { issuer: await root })
  t.is((await call(undefined, { 'x-forwarded-client-cert': `Cert="${pem(own)}"` })).status, 200)
  const { status, why } = await call(undefined, { 'x-forwarded-client-cert': 'Hash=00;Subject="CN=orders"' })
  t.is(status, 401)
  t.regex(String(why?.seen), /forwards no certificate/)
  const forged = await issue('orders', { issuer: await foreign })
  t.is((await call(undefined, { 'x-forwarded-client-cert': `Cert="${pem(forged)}"` })).status, 401)
  const old = await issue('orders', { issuer: await root, days: [-9, -1] })
  t.regex((await call(undefined, { 'x-forwarded-client-cert': `Cert="${pem(old)}"` })).body, /has expired/)
})

test('the upstream gets the certificate where the document says so, and never what the caller wrote', async (t) => {
  const own = await issue('orders', { issuer: await root, names: [{ type: 2, value: 'orders.example' }] })
  const settings = { 'x-forward-certificate': true }
  const { call } = await serve(t, [['orders', 'subject_dn', 'CN=orders']], { settings, ca: [await root] })
  const { seen } = await call(own, { 'x-forwarded-client-cert': 'Hash=00;Subject="CN=boss"' })
  const hash = parsed(own).fingerprint256.replaceAll(':', '').toLowerCase()
  t.is(seen?.['x-forwarded-client-cert'], `Hash=${hash};Subject="CN=orders";DNS=orders.example`)
})

test('a document with a CA that is none has a problem at its place', async (t) => {
  const leaf = await issue('orders')
  for (const [ca, words] of [
    ['partners', /x-client-ca must have a certificate in PEM form/],
    [leaf.cert, /certificate 1 of x-client-ca, "CN=orders", is no CA/],
    [
      `${(await root).cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`,
      /certificate 2 of x-client-ca cannot/,
    ],
  ] as const) {
    const [problem] = findGatewayProblems(config(documents('http://127.0.0.1:1', [], { 'x-client-ca': ca })))
    t.regex(String(problem?.message), words)
    t.like(problem, location)
  }
})
