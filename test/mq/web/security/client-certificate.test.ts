import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { generate } from 'selfsigned'
import { openServer, settings } from '../_support/server.ts'

interface Pair {
  cert: string
  key: string
}

async function certificate(commonName: string, issuer?: Pair): Promise<Pair> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    ...(issuer ? { ca: issuer } : { extensions: [{ name: 'basicConstraints', cA: true, critical: true }] }),
  })
  return { cert, key }
}

const authority = certificate('Test CA')

async function open(t: ExecutionContext, attribute: string) {
  const folder = await mkdtemp(join(tmpdir(), 'mqweb-trust-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const file = join(folder, 'trust.pem')
  await writeFile(file, (await authority).cert)
  return openServer(t, {
    xml: settings(`<keyStore id="trust" location="${file}" type="PEM"/>
      <ssl id="mine" trustStoreRef="trust" ${attribute}="true"/><sslDefault sslRef="mine"/>`),
  })
}

/** The status and the user of a request that is made with a certificate; the code when TLS refuses it. */
function who(port: number, pair?: Pair): Promise<[number, string | undefined] | string> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/ibmmq/rest/v1/login', agent: false, rejectUnauthorized: false }
    const sent = request({ ...options, ...pair }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        const [user] = JSON.parse(text).user ?? []
        resolve([response.statusCode as number, user && `${user.name} by ${user.authenticationMechanism}`])
      })
    })
    sent.on('error', () => resolve('broken off'))
    sent.end()
  })
}

test('authenticates the user that a trusted certificate names', async (t) => {
  const { web } = await open(t, 'clientAuthenticationSupported')
  t.deepEqual(await who(web.port, await certificate('mqadmin', await authority)), [200, 'mqadmin by clientCertificate'])
})

test('accepts a connection without a certificate where certificates are optional', async (t) => {
  const { web } = await open(t, 'clientAuthenticationSupported')
  t.deepEqual(await who(web.port), [401, undefined])
})

for (const [title, pair] of [
  ['is issued by somebody else', () => certificate('mqadmin')],
  ['names nobody of the registry', async () => certificate('stranger', await authority)],
] as const) {
  test(`rejects a certificate that ${title}`, async (t) => {
    const { web } = await open(t, 'clientAuthenticationSupported')
    t.deepEqual(await who(web.port, await pair()), [401, undefined])
  })
}

test('rejects a connection without a certificate where one is required', async (t) => {
  const { web } = await open(t, 'clientAuthentication')
  t.is(await who(web.port), 'broken off')
  t.deepEqual(await who(web.port, await certificate('mqreader', await authority)), [
    200,
    'mqreader by clientCertificate',
  ])
})
