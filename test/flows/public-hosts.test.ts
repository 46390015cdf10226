import { cp, mkdir, writeFile } from 'node:fs/promises'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { certificate } from '../_support/certificates.ts'
import { demo } from '../_support/client.ts'
import { changeText, copyDocuments } from '../_support/documents.ts'
import { sluice, startProduct, temporaryFolder } from '../_support/product.ts'

const redirectUri = 'https://client.example/callback'

/** Two catalogs with hosts of their own: one whole host, which begins its issuer, and a path of a host. */
async function startTwoCatalogs(t: ExecutionContext) {
  const [data, removeData] = await temporaryFolder()
  const [documents, removeDocuments] = await temporaryFolder()
  t.teardown(() => Promise.all([removeData(), removeDocuments()]))
  await copyDocuments(documents)
  const [acme, globex] = ['catalogs/sandbox', 'catalogs/globex'].map((each) => join(documents, each)) as [
    string,
    string,
  ]
  await cp(acme, globex, { recursive: true })
  await changeText(join(globex, 'catalog.yaml'), 'org: acme', 'org: globex\nhosts: [shared.example/pay]')
  const application = join(globex, 'applications/sandbox-app.yaml')
  await changeText(application, 'grants: [password, refresh_token]', 'grants: [password, access_code]')
  await changeText(application, 'redirect_endpoints: []', `redirect_endpoints: [${redirectUri}]`)
  await changeText(
    join(acme, 'catalog.yaml'),
    'org: acme',
    'org: acme\nhosts: [API.acme.example]\ncanonical_host: api.acme.example',
  )
  const own = await certificate('first')
  const ofHost = await certificate('api', undefined, ['api.acme.example'])
  const files = { 'tls.crt': own.cert, 'tls.key': own.key, 'names/api.crt': ofHost.cert, 'names/api.key': ofHost.key }
  await mkdir(join(data, 'names'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(data, name), content)
  const product = await startProduct(data, {
    SLUICE_CONFIG: documents,
    SLUICE_TLS_CERTIFICATE: join(data, 'tls.crt'),
    SLUICE_TLS_KEY: join(data, 'tls.key'),
    SLUICE_TLS_CERTIFICATE_FOLDER: join(data, 'names'),
    SLUICE_TLS_PORT: '0',
    SLUICE_WORKERS: '1',
  })
  t.teardown(product.stop)
  const https = /gateway +(https:[^ ]+)/.exec(product.output())?.[1] as string
  return { product, port: Number(new URL(https).port), base: `https://127.0.0.1:${new URL(https).port}` }
}

interface Sent {
  token?: string | undefined
  form?: Record<string, string>
  cookie?: string
}

function headersOf({ token, form, cookie }: Sent) {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(cookie && { cookie }),
  }
}

interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** The common name of the certificate of the server. */
  certificate: string
}

/** A request of HTTP/1.1 to a host that this machine does not know. */
function callHttp1(port: number, host: string, path: string, sent: Sent = {}): Promise<Received> {
  const method = sent.form ? 'POST' : 'GET'
  const headers = { ...headersOf(sent), host }
  const servername = host.split(':', 1)[0]?.toLowerCase().replace(/\.$/, '')
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers,
      servername,
      rejectUnauthorized: false,
      agent: false,
    }
    const out = request(options, async (response) => {
      const { subject } = (response.socket as TLSSocket).getPeerCertificate()
      const body = await text(response)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body, certificate: String(subject.CN) })
    })
    out.on('error', reject)
    out.end(sent.form && new URLSearchParams(sent.form).toString())
  })
}

async function callHttp2(port: number, authority: string, path: string, sent: Sent = {}) {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  const stream = session.request({
    ':authority': authority,
    ':path': path,
    ':method': sent.form ? 'POST' : 'GET',
    ...headersOf(sent),
  })
  stream.end(sent.form && new URLSearchParams(sent.form).toString())
  const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.on('response', resolve).on('error', reject)
  })
  const body = await text(stream)
  session.close()
  return { status: Number(headers[':status']), headers, body }
}

test('two catalogs are served at hosts of their own over one port, with HTTP/1.1 and HTTP/2', async (t) => {
  const { product, port, base } = await startTwoCatalogs(t)
  const acme = `https://api.acme.example:${port}`
  const customers = '/customerdb/v1/customers'

  // tokens: the issuer of the first catalog is its host, that of the second the standard place
  const tokenAt = async (host: string, path: string) => {
    const { status, body } = await callHttp1(port, host, path, { form: { ...demo, scope: 'customer' } })
    t.is(status, 200, body)
    const { access_token: token } = JSON.parse(body) as { access_token: string }
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      iss: string
      aud: string
    }
    return { token, ...claims }
  }
  const own = await tokenAt('api.acme.example', '/customer-oauth/oauth2/token')
  t.like(own, { iss: `${acme}/customer-oauth`, aud: acme })
  const standard = await tokenAt(`127.0.0.1:${port}`, '/acme/sandbox/customer-oauth/oauth2/token')
  t.like(standard, { iss: `${acme}/customer-oauth`, aud: acme })
  const other = await tokenAt('shared.example', '/pay/customer-oauth/oauth2/token')
  t.like(other, { iss: `${base}/globex/sandbox/customer-oauth`, aud: `${base}/globex/sandbox` })

  // calls
  for (const [host, path, token, status] of [
    ['api.acme.example', customers, own.token, 200],
    [`API.acme.example.:${port}`, `${customers}?a=b`, standard.token, 200],
    ['api.acme.example', `/acme/sandbox${customers}`, own.token, 200],
    [`127.0.0.1:${port}`, `/acme/sandbox${customers}`, own.token, 200],
    ['shared.example', `/pay${customers}`, other.token, 200],
    ['shared.example', `/pay${customers}`, own.token, 401],
    ['api.acme.example', `/globex/sandbox${customers}`, other.token, 404],
    ['api.acme.example', `/../../globex/sandbox${customers}`, other.token, 400],
    ['shared.example', `/payments${customers}`, other.token, 404],
    ['shared.example', customers, other.token, 404],
    [`127.0.0.1:${port}`, customers, own.token, 404],
  ] as const) {
    t.is((await callHttp1(port, host, path, { token })).status, status, `HTTP/1.1 ${host} ${path}`)
    t.is((await callHttp2(port, host, path, { token })).status, status, `HTTP/2 ${host} ${path}`)
  }

  // what is printed follows the host
  const refused = await callHttp1(port, 'api.acme.example', customers)
  const why = await sluice(['why', String(refused.headers['x-request-id'])], product.data)
  t.true(why.output.includes(`${acme}${customers}, which is /acme/sandbox/customerdb/v1`), why.output)
  t.is(refused.certificate, 'api')
  const metadataUrl = `${acme}/.well-known/oauth-protected-resource/customerdb/v1`
  t.true(refused.headers['www-authenticate']?.includes(`resource_metadata="${metadataUrl}"`))
  const described = await callHttp2(port, `api.acme.example:${port}`, new URL(metadataUrl).pathname)
  t.like(JSON.parse(described.body), {
    resource: `${acme}/customerdb/v1`,
    authorization_servers: [`${acme}/customer-oauth`],
  })
  const ofOther = await callHttp1(port, 'shared.example', '/.well-known/oauth-protected-resource/pay/customerdb/v1')
  t.like(JSON.parse(ofOther.body), {
    resource: `https://shared.example:${port}/pay/customerdb/v1`,
    authorization_servers: [`${base}/globex/sandbox/customer-oauth`],
  })
  for (const path of [
    '/.well-known/oauth-authorization-server/customer-oauth',
    '/customer-oauth/.well-known/openid-configuration',
  ]) {
    const { body } = await callHttp1(port, 'api.acme.example', path)
    t.like(JSON.parse(body), {
      issuer: `${acme}/customer-oauth`,
      token_endpoint: `${acme}/customer-oauth/oauth2/token`,
    })
  }
  const fromStandard = await callHttp1(
    port,
    `127.0.0.1:${port}`,
    '/acme/sandbox/customer-oauth/.well-known/openid-configuration',
  )
  t.like(JSON.parse(fromStandard.body), {
    issuer: `${acme}/customer-oauth`,
    token_endpoint: `${base}/acme/sandbox/customer-oauth/oauth2/token`,
  })

  // a token for one API, by the name that its metadata has on the host
  const resource = `https://shared.example:${port}/pay/customerdb/v1`
  const form = { ...demo, scope: 'customer', resource }
  const limited = await callHttp1(port, 'shared.example', '/pay/customer-oauth/oauth2/token', { form })
  const { access_token: token } = JSON.parse(limited.body) as { access_token: string }
  t.is((await callHttp1(port, 'shared.example', `/pay${customers}`, { token })).status, 200)
  t.is((await callHttp1(port, `127.0.0.1:${port}`, `/globex/sandbox${customers}`, { token })).status, 200)

  // the pages of the provider
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: demo.client_id,
    redirect_uri: redirectUri,
    scope: 'customer',
    state: 'xyz',
  })
  const cookies = new Map<string, string>()
  const browse = async (path: string, form?: Record<string, string>) => {
    const response = await callHttp1(port, 'shared.example', path, {
      cookie: [...cookies.values()].join('; '),
      ...(form && { form }),
    })
    for (const each of response.headers['set-cookie'] ?? []) {
      t.regex(each, /; path=\/pay\/customer-oauth/i)
      const [pair = ''] = each.split(';', 1)
      if (/expires=Thu, 01 Jan 1970/i.test(each)) cookies.delete(pair.split('=')[0] as string)
      else cookies.set(pair.split('=')[0] as string, pair)
    }
    return response
  }
  const login = (await browse(`/pay/customer-oauth/oauth2/authorize?${query}`)).headers.location as string
  t.regex(login, /^\/pay\/customer-oauth\/oauth2\/login\//)
  t.is((await browse(login)).status, 200)
  const signedIn = await browse(login, { username: demo.username, password: demo.password })
  t.is(signedIn.headers.location, login)
  t.is((await browse(login)).status, 200)
  const resume = (await browse(login, { decision: 'allow' })).headers.location as string
  t.true(resume.startsWith(`https://shared.example:${port}/pay/customer-oauth/oauth2/authorize/`), resume)
  const back = new URL((await browse(new URL(resume).pathname)).headers.location as string)
  t.is(back.searchParams.get('iss'), `${base}/globex/sandbox/customer-oauth`)
  t.truthy(back.searchParams.get('code'))

  // the portal
  const moved = await callHttp1(port, 'shared.example', '/pay/portal')
  t.is(moved.headers.location, '/pay/portal/')
  t.like(JSON.parse((await callHttp1(port, 'shared.example', '/pay/portal/api/v1/portal')).body), {
    prefix: '/pay/portal',
    callback: 'https://shared.example/pay/portal/callback',
  })
  const page = await callHttp1(port, 'api.acme.example', '/portal/')
  t.is(page.status, 200)
  t.regex(page.body, /<!doctype html>/i)
})
