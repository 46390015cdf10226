import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { connect } from 'node:tls'
import test from 'ava'
import { certificate, type Pair } from '../_support/certificates.ts'
import { demo, tokenPath } from '../_support/client.ts'
import { type Product, sluice, startProduct, temporaryFolder } from '../_support/product.ts'

const customers = '/acme/sandbox/customerdb/v1/customers'

interface Secured extends Product {
  https: string
  /** Puts another certificate where the gateway finds its own. */
  replace(pair: Pair): Promise<void>
}

async function secured(
  t: { teardown(action: () => unknown): void },
  environment: Record<string, string> = {},
): Promise<Secured> {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const replace = async ({ cert, key }: Pair) => {
    await writeFile(join(data, 'certificate.pem'), cert)
    await writeFile(join(data, 'key.pem'), key)
  }
  await replace(await first)
  const product = await startProduct(data, {
    SLUICE_TLS_CERTIFICATE: join(data, 'certificate.pem'),
    SLUICE_TLS_KEY: join(data, 'key.pem'),
    SLUICE_TLS_PORT: '0',
    SLUICE_WORKERS: '2',
    ...environment,
  })
  t.teardown(product.stop)
  return { ...product, https: /gateway +(https:[^ ]+)/.exec(product.output())?.[1] as string, replace }
}

const first = certificate('first')
const second = certificate('second')
const authority = certificate('callers')

/** Waits until the log holds a text. */
async function said({ log }: Product, text: string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!log().includes(text)) {
    if (Date.now() > deadline) throw new Error(`the log does not say "${text}": ${log()}`)
    await setTimeout(20)
  }
}

interface Answer {
  status: number
  id: string
  json: Record<string, string>
}

/** A call over a connection of its own. */
function call(
  url: string,
  trusted: Pair,
  { own, token, form }: { own?: Pair; token?: string; form?: Record<string, string> } = {},
): Promise<Answer> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  return new Promise((resolve, reject) => {
    const method = form ? 'POST' : 'GET'
    const sent = request(url, { agent: false, method, headers, ca: trusted.cert, ...own }, async (answer) => {
      const { statusCode, headers } = answer
      resolve({
        status: statusCode as number,
        id: headers['x-request-id'] as string,
        json: (await json(answer)) as Record<string, string>,
      })
    })
    sent.on('error', reject)
    sent.end(form && new URLSearchParams(form).toString())
  })
}

/** Returns the statuses of calls with HTTP/2 over one connection, after a token request over the same one. */
async function callOverHttp2(https: string, trusted: Pair, own?: Pair): Promise<{ token: number; calls: number[] }> {
  const session = connectHttp2(https, { ca: trusted.cert, ...own })
  try {
    const ask = async (headers: Record<string, string>, body?: string) => {
      const stream = session.request(headers, { endStream: body === undefined })
      if (body !== undefined) stream.end(body)
      const [head] = await once(stream, 'response')
      return { status: head[':status'] as number, json: (await json(stream)) as Record<string, string> }
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = { ':method': 'POST', ':path': tokenPath, ...form }
    const token = await ask(asked, new URLSearchParams(demo).toString())
    const authorization = `Bearer ${token.json.access_token}`
    const calls = Array.from({ length: 10 }, () => ask({ ':path': customers, authorization }))
    return { token: token.status, calls: (await Promise.all(calls)).map(({ status }) => status) }
  } finally {
    session.close()
  }
}

/** What client and server agree on when the client offers HTTP/2 first. */
function agreedProtocol(https: string): Promise<unknown> {
  const { port, hostname } = new URL(https)
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number(port), ALPNProtocols: ['h2', 'http/1.1'], rejectUnauthorized: false },
      () => {
        resolve(socket.alpnProtocol)
        socket.destroy()
      },
    )
    socket.on('error', reject)
  })
}

async function tokenOver(https: string, trusted: Pair, own?: Pair): Promise<string> {
  const { json } = await call(`${https}${tokenPath}`, trusted, { form: demo, ...(own && { own }) })
  return json.access_token as string
}

test.serial(
  'HTTPS, in HTTP/2 and HTTP/1.1, and plain HTTP stand side by side; a new certificate is used without a restart',
  async (t) => {
    const product = await secured(t)
    const { https, gateway } = product
    const token = await tokenOver(https, await first)
    t.is((await call(`${https}${customers}`, await first, { token })).status, 200)
    t.is(await agreedProtocol(https), 'h2')
    t.deepEqual(await callOverHttp2(https, await first), { token: 200, calls: Array(10).fill(200) })
    const plain = await fetch(`${gateway}${customers}`, { headers: { authorization: `Bearer ${token}` } })
    t.is(plain.status, 200, 'a token of one is good at the other')

    await product.replace(await second)
    process.kill(product.pid, 'SIGHUP')
    await said(product, 'another certificate is in use')
    for (let turn = 0; turn < 6; turn += 1) {
      // over both workers
      t.is((await call(`${https}${customers}`, await second, { token })).status, 200)
    }
    await t.throwsAsync(call(`${https}${customers}`, await first, { token }))

    await writeFile(join(product.data, 'key.pem'), (await first).key)
    process.kill(product.pid, 'SIGHUP')
    await said(product, 'the changed certificate is invalid')
    t.is((await call(`${https}${customers}`, await second, { token })).status, 200)
    const metrics = await (await fetch(`${product.management}/metrics`)).text()
    t.regex(metrics, /^sluice_certificate_up_to_date 0$/m)
    t.regex(metrics, /^sluice_certificate_reloads_total\{result="used"\} 1$/m)
  },
)

test.serial('only callers with a certificate of the right authority are let in when that is required', async (t) => {
  const product = await secured(t, {
    SLUICE_PLAIN_HTTP: 'never',
    SLUICE_TLS_CLIENTS: 'required',
    SLUICE_TLS_CLIENT_CA: join(await temporaryCallers(t), 'callers.pem'),
  })
  const { https } = product
  const trusted = await first
  const own = await certificate('orders', await authority)
  const token = await tokenOver(https, trusted, own)
  t.is((await call(`${https}${customers}`, trusted, { token, own })).status, 200)

  t.deepEqual(await callOverHttp2(https, trusted, own), { token: 200, calls: Array(10).fill(200) })
  t.is((await callOverHttp2(https, trusted)).token, 403)

  const without = await call(`${https}${customers}`, trusted, { token })
  t.is(without.status, 403)
  t.like(without.json, { moreInformation: 'A client certificate is required' })
  const stranger = await call(`${https}${customers}`, trusted, { token, own: await second })
  t.is(stranger.status, 403)
  t.like(stranger.json, { moreInformation: 'The client certificate is not trusted' })
  t.is((await call(`${https}${tokenPath}`, trusted, { form: demo })).status, 403, 'nor is there a token')

  const why = await sluice(['why', stranger.id], product.data)
  t.regex(why.output, /NO +the connection has a trusted client certificate/)
  t.regex(why.output, /seen +DEPTH_ZERO_SELF_SIGNED_CERT/)
  await product.stop()
  t.regex(product.log(), /"status":200.*"certificate":"CN=orders"/)
})

test.serial('host names have certificates of their own, and plain HTTP sends callers to HTTPS', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const put = async (name: string, { cert, key }: Pair) => {
    await writeFile(join(folder, `${name}.crt`), cert)
    await writeFile(join(folder, `${name}.key`), key)
  }
  await put('api', await certificate('api', undefined, ['api.example', '*.shops.example']))
  const product = await secured(t, { SLUICE_PLAIN_HTTP: 'redirect', SLUICE_TLS_CERTIFICATE_FOLDER: folder })
  const port = Number(new URL(product.https).port)
  const nameFor = (servername: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN))
        socket.destroy()
      })
      socket.on('error', reject)
    })
  t.is(await nameFor('api.example'), 'api')
  t.is(await nameFor('one.shops.example'), 'api')
  t.is(await nameFor('one.two.shops.example'), 'first')
  t.is(await nameFor('other.example'), 'first')

  await put('new', await certificate('new', undefined, ['other.example']))
  process.kill(product.pid, 'SIGHUP')
  await said(product, 'another certificate is in use')
  t.is(await nameFor('other.example'), 'new')
  t.is(await nameFor('api.example'), 'api')
  await put('twice', await certificate('twice', undefined, ['api.example']))
  process.kill(product.pid, 'SIGHUP')
  await said(product, 'are both for api.example')
  t.is(await nameFor('api.example'), 'api')

  const plain = /"listeners":\["(http:[^"]+)"/.exec(product.log())?.[1] as string
  const { status, headers } = await fetch(`${plain}${customers}?a=b`, { redirect: 'manual' })
  t.is(status, 308)
  t.is(headers.get('location'), `https://127.0.0.1:${port}${customers}?a=b`)
  t.is(headers.get('strict-transport-security'), null)
})

test.serial('an invalid certificate is reported before anything listens', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(data, 'certificate.pem'), (await first).cert)
  await writeFile(join(data, 'key.pem'), (await second).key)
  const { status, errors } = await sluice(['start'], data, {
    SLUICE_TLS_CERTIFICATE: join(data, 'certificate.pem'),
    SLUICE_TLS_KEY: join(data, 'key.pem'),
    SLUICE_TLS_PORT: '0',
    SLUICE_WORKERS: '2',
  })
  t.is(status, 1)
  t.regex(errors, /key\.pem is not the key of the certificate in .*certificate\.pem/)
})

async function temporaryCallers(t: { teardown(action: () => unknown): void }): Promise<string> {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(folder, 'callers.pem'), (await authority).cert)
  return folder
}
