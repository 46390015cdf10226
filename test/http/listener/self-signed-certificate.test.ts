import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import test from 'ava'
import { Agent, fetch } from 'undici'
import { openListener } from '../../../src/http/listener/listener.ts'
import { ensureSelfSignedCertificate } from '../../../src/http/listener/self-signed-certificate.ts'

test.beforeEach(async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  t.context = folder
})
test.afterEach.always((t) => rm(t.context as string, { recursive: true }))

test('the certificate is created once and then kept', async (t) => {
  const first = await ensureSelfSignedCertificate(t.context as string, ['localhost', '127.0.0.1'])
  const second = await ensureSelfSignedCertificate(t.context as string, ['localhost', '127.0.0.1'])
  t.is(second.cert, first.cert)
  t.is(new X509Certificate(first.cert).subjectAltName, 'DNS:localhost, IP Address:127.0.0.1')
})

test('other users cannot read the key', async (t) => {
  await ensureSelfSignedCertificate(t.context as string, ['localhost'])
  t.is((await stat(join(t.context as string, 'key.pem'))).mode & 0o777, 0o600)
})

test('a client can configure the certificate as a trusted CA', async (t) => {
  const { cert, key } = await ensureSelfSignedCertificate(t.context as string, ['localhost', '127.0.0.1'])
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    handler: (_, response) => response.end('trusted'),
  })
  const dispatcher = new Agent({ connect: { ca: cert } })
  const answer = await fetch(listener.url, { dispatcher })
  t.is(await answer.text(), 'trusted')
  await dispatcher.close()
  await listener.close()
})
