import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { generate } from 'selfsigned'
import type { TlsProfile } from '../../../../src/gateway/config/types/index.ts'
import { api, catalog, config, location, operation, step } from '../_support/documents.ts'
import { startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const names: (string | false | undefined)[] = []
const reused: boolean[] = []
let certificate: string
let folder: string
let url: string
let close: () => void

test.before(async () => {
  const extensions = [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }]
  const pair = await generate([{ name: 'commonName', value: 'localhost' }], { extensions } as never)
  certificate = pair.cert
  folder = await mkdtemp(join(tmpdir(), 'sluice-tls-'))
  const server = createServer({ key: pair.private, cert: pair.cert }, (request, response) => {
    if (request.method === 'POST') request.pipe(response)
    else response.end('secret')
  })
  server.on('secureConnection', (socket) => {
    names.push((socket as { servername?: string | false }).servername)
    reused.push(socket.isSessionReused())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  url = `https://localhost:${(server.address() as AddressInfo).port}`
  close = () => {
    server.close()
    server.closeAllConnections()
  }
})

test.after.always(async () => {
  close()
  await rm(folder, { recursive: true })
})

function profile(extra: Partial<TlsProfile>): TlsProfile {
  return {
    name: 'backend',
    version: '1.0.0',
    title: 'Backend',
    protocols: ['tls_v1.2', 'tls_v1.3'],
    ciphers: [],
    insecureServerConnections: false,
    serverNameIndication: true,
    truststoreFile: undefined,
    certificateFile: undefined,
    keyFile: undefined,
    location,
    ...extra,
  }
}

async function gatewayWith(t: ExecutionContext, given: TlsProfile | undefined, more: object = {}) {
  const settings = { ...more, 'target-url': `${url}/`, ...(given ? { 'tls-profile': 'backend:1.0.0' } : {}) }
  const assembly = { execute: [step('invoke', settings)], catch: [], finally: [] }
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const tlsProfiles = new Map(given ? [['backend', given]] : [])
  const gateway = await startGateway(config(catalog([api('', { operations, assembly })], { tlsProfiles })))
  t.teardown(() => gateway.close())
  return gateway
}

test.serial('a certificate of an unknown CA is a 502, and the log has the reason', async (t) => {
  const gateway = await gatewayWith(t, undefined)
  t.is((await fetch(gateway.url + path)).status, 502)
  t.regex((await gateway.recorded())[0]?.detail ?? '', /SELF_SIGNED/)
})

test.serial('a TLS profile trusts the CAs of its file', async (t) => {
  const truststoreFile = join(folder, 'trusted.pem')
  await writeFile(truststoreFile, certificate)
  const gateway = await gatewayWith(t, profile({ truststoreFile }))
  t.is(await (await fetch(gateway.url + path)).text(), 'secret')
  t.is(names.at(-1), 'localhost')
})

test.serial('a CA file that appears later is read at the next call', async (t) => {
  const truststoreFile = join(folder, 'later.pem')
  const gateway = await gatewayWith(t, profile({ truststoreFile }))
  t.is((await fetch(gateway.url + path)).status, 502)
  t.regex((await gateway.recorded())[0]?.detail ?? '', /later\.pem/)
  await writeFile(truststoreFile, certificate)
  t.is((await fetch(gateway.url + path)).status, 200)
})

test.serial('a TLS profile may accept any certificate', async (t) => {
  const gateway = await gatewayWith(t, profile({ insecureServerConnections: true }))
  t.is((await fetch(gateway.url + path)).status, 200)
})

test.serial('connections resume the TLS session of an earlier one', async (t) => {
  const gateway = await gatewayWith(t, profile({ insecureServerConnections: true }), { 'persistent-connection': false })
  const before = reused.length
  for (let each = 0; each < 2; each += 1) await (await fetch(gateway.url + path)).text()
  t.deepEqual(reused.slice(before), [false, true])
})

test.serial('large bodies pass unchanged over TLS in both directions', async (t) => {
  const gateway = await gatewayWith(t, profile({ insecureServerConnections: true }))
  const body = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index).join())
  const answer = await fetch(gateway.url + path, { method: 'POST', body })
  t.true(body.equals(Buffer.from(await answer.arrayBuffer())))
})

test.serial('a TLS profile may send no server name', async (t) => {
  const gateway = await gatewayWith(t, profile({ insecureServerConnections: true, serverNameIndication: false }))
  t.is((await fetch(gateway.url + path)).status, 200)
  t.is(names.at(-1), false)
})
