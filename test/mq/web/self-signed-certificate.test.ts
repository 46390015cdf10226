import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import test from 'ava'
import { Agent, fetch } from 'undici'
import { ensureSelfSignedCertificate } from '../../../src/mq/web/self-signed-certificate.ts'
import { openListener } from '../../../src/shared/http/listener/listener.ts'

test.beforeEach(async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  t.context = folder
})
test.afterEach.always((t) => rm(t.context as string, { recursive: true }))

test('the certificate is created once and then kept', async (t) => {
  const first = await ensureSelfSignedCertificate(t.context as string, ['localhost', '127.0.0.1'])
  const second = await ensureSelfSignedCertificate(t.context as string, ['localhost', '127.0.0.1'])
  t.is(second.cert, first.cert)
  t.is(second.key, first.key)
  t.is(new X509Certificate(first.cert).subjectAltName, 'DNS:localhost, IP Address:127.0.0.1')
})

test('other users cannot read the key', async (t) => {
  await ensureSelfSignedCertificate(t.context as string, ['localhost'])
  t.is((await stat(join(t.context as string, 'key.pem'))).mode & 0o777, 0o600)
  t.is((await stat(join(t.context as string, 'certificate.pem'))).mode & 0o777, 0o644)
})

test.serial('a certificate is valid for 825 days, and is replaced when it ends', async (t) => {
  const folder = join(t.context as string, 'new')
  const start = Date.UTC(2030, 0, 1)
  mock.timers.enable({ apis: ['Date'], now: start })
  t.teardown(() => mock.timers.reset())
  const first = await ensureSelfSignedCertificate(folder, ['localhost'])
  const end = start + 825 * 86_400_000
  t.is(new X509Certificate(first.cert).validToDate.getTime(), end)
  mock.timers.setTime(end - 1)
  t.is((await ensureSelfSignedCertificate(folder, ['localhost'])).cert, first.cert)
  mock.timers.setTime(end)
  t.not((await ensureSelfSignedCertificate(folder, ['localhost'])).cert, first.cert)
})

test('a certificate is a CA for servers, with critical constraints', async (t) => {
  const { cert } = await ensureSelfSignedCertificate(t.context as string, ['localhost'])
  const { ca, keyUsage, raw } = new X509Certificate(cert)
  t.true(ca)
  t.deepEqual(keyUsage, ['1.3.6.1.5.5.7.3.1'], 'server authentication')
  const hex = raw.toString('hex')
  t.true(hex.includes('0603551d130101ff0405 30030101ff'.replace(' ', '')), 'basic constraints: critical, CA')
  t.true(
    hex.includes('0603551d0f0101ff0404 03020284'.replace(' ', '')),
    'key usage: critical, signatures and certificates',
  )
})

test('a file that cannot be read is an error, and is not replaced', async (t) => {
  for (const name of ['key.pem', 'certificate.pem']) await mkdir(join(t.context as string, name))
  const error = await t.throwsAsync(ensureSelfSignedCertificate(t.context as string, ['localhost']))
  t.like(error, { code: 'EISDIR', syscall: 'read' })
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
