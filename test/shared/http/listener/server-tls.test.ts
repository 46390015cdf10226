import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, DEFAULT_CIPHERS } from 'node:tls'
import test from 'ava'
import {
  buildSecureContextOptions,
  buildTlsOptions,
  loadServerTls,
  type ServerTlsFiles,
} from '../../../../src/shared/http/listener/server-tls.ts'
import { certificate } from '../../../_support/certificates.ts'

let folder: string
let files: ServerTlsFiles

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-tls-'))
  const [one, other] = await Promise.all([certificate('one'), certificate('other')])
  const texts = {
    'one.pem': one.cert,
    'one-key.pem': one.key,
    'other-key.pem': other.key,
    'chain.pem': `${one.cert}\n${other.cert}`,
    'empty.pem': '',
    'text.pem': 'not PEM',
    'damaged.pem': one.cert.replace(/[\s\S]{40}(?=-----END)/, 'AAAA\n'),
    'locked-key.pem': '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n',
  }
  await Promise.all(Object.entries(texts).map(([name, text]) => writeFile(join(folder, name), text)))
  files = {
    certificateFile: join(folder, 'one.pem'),
    keyFile: join(folder, 'one-key.pem'),
    clientCaFile: undefined,
    clientCertificates: 'none',
    minVersion: 'TLSv1.2',
  }
})

test.after.always(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

test('loads a certificate and its key, with subject and end of validity', async (t) => {
  const { tls, facts } = await loadServerTls(files)
  t.like(tls, { clientCertificates: 'none', named: [], ca: undefined, minVersion: 'TLSv1.2' })
  t.is(facts.subject, 'CN=one')
  t.true(facts.expiresAt > Date.now())
})

test("the first certificate of a chain is the server's", async (t) => {
  const { facts } = await loadServerTls({ ...files, certificateFile: join(folder, 'chain.pem') })
  t.is(facts.subject, 'CN=one')
})

test('the client CAs are loaded, and a context has CAs only when there are some', async (t) => {
  const { tls } = await loadServerTls({ ...files, clientCaFile: join(folder, 'chain.pem') })
  t.regex(tls.ca ?? '', /-----BEGIN CERTIFICATE-----/)
  t.is(buildSecureContextOptions(tls).ca, tls.ca)
  const without = (await loadServerTls(files)).tls
  t.false('ca' in buildSecureContextOptions(without))
})

for (const [clientCertificates, requestCert] of [
  ['none', false],
  ['wanted', true],
  ['required', true],
] as const) {
  test(`client certificates that are ${clientCertificates}: ${requestCert ? 'a' : 'no'} request in a handshake that succeeds without one`, async (t) => {
    const { tls } = await loadServerTls({ ...files, clientCertificates })
    t.like(buildTlsOptions(tls), { requestCert, rejectUnauthorized: false })
  })
}

test('a certificate that OpenSSL cannot serve is an error that names the file', async (t) => {
  await t.throwsAsync(loadServerTls({ ...files, minVersion: 'TLSv9' as never }), {
    name: 'TlsFileError',
    message: /one\.pem cannot be served: .*TLSv9/,
  })
})

for (const [title, member, name, message] of [
  [
    'a file that is not there',
    'certificateFile',
    'gone.pem',
    /SLUICE_TLS_CERTIFICATE names .*gone\.pem, which cannot be read: there is no such file/,
  ],
  ['an empty file', 'certificateFile', 'empty.pem', /empty\.pem contains no certificate in PEM form/],
  ['a text file', 'certificateFile', 'text.pem', /text\.pem contains no certificate in PEM form/],
  ['half a certificate', 'certificateFile', 'damaged.pem', /damaged\.pem: certificate 1 cannot be read/],
  ['the key of another', 'keyFile', 'other-key.pem', /other-key\.pem is not the key of the certificate in .*one\.pem/],
  ['no key', 'keyFile', 'one.pem', /one\.pem contains no private key in PEM form/],
  ['a key with a pass phrase', 'keyFile', 'locked-key.pem', /locked-key\.pem is encrypted/],
  ['client CAs without a certificate', 'clientCaFile', 'text.pem', /text\.pem contains no certificate/],
] as const) {
  test(`rejects ${title} and names the file`, async (t) => {
    await t.throwsAsync(loadServerTls({ ...files, [member]: join(folder, name) }), { name: 'TlsFileError', message })
  })
}

test('a list of ciphers is part of the context, and without one those of Node with AES of 128 bits first', async (t) => {
  const ciphers = 'ECDHE-ECDSA-AES128-GCM-SHA256'
  const tls = {
    cert: '',
    key: '',
    minVersion: 'TLSv1.2',
    ca: undefined,
    clientCertificates: 'none',
    named: [],
  } as const
  t.is(buildSecureContextOptions({ ...tls, ciphers }).ciphers, ciphers)
  const [first, ...others] = String(buildSecureContextOptions(tls).ciphers).split(':')
  t.is(first, 'TLS_AES_128_GCM_SHA256')
  t.deepEqual([first, ...others].sort(), [...DEFAULT_CIPHERS.split(':'), '!SHA1'].sort())
})

test('TLS 1.2 has neither CBC with SHA-1 nor a second handshake of the client', async (t) => {
  const { tls } = await loadServerTls(files)
  const server = createServer(buildTlsOptions(tls), (socket) => socket.on('error', () => {}).resume())
  server.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const dial = async (ciphers: string) => {
    const { port } = server.address() as AddressInfo
    const client = connect({ port, host: '127.0.0.1', maxVersion: 'TLSv1.2', ciphers, rejectUnauthorized: false })
    t.teardown(() => client.destroy())
    await once(client, 'secureConnect')
    return client
  }
  for (const cipher of ['ECDHE-RSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA', 'AES256-SHA', 'DHE-RSA-AES128-SHA'])
    await t.throwsAsync(dial(`${cipher}:@SECLEVEL=0`), undefined, cipher)
  const client = await dial('ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256')
  const failed = new Promise((resolve) => {
    client.on('error', resolve)
    client.renegotiate({}, (error) => error && resolve(error))
  })
  t.truthy(await failed)
})
