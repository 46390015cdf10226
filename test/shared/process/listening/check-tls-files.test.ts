import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { ServerTlsFiles } from '../../../../src/shared/http/listener/server-tls.ts'
import { checkTlsFiles } from '../../../../src/shared/process/listening/check-tls-files.ts'
import { certificate } from '../../../_support/certificates.ts'

const day = 24 * 60 * 60 * 1_000
const folder = await mkdtemp(join(tmpdir(), 'sluice-tls-check-'))

const ca = await certificate('clients')
const server = await certificate('gateway', ca)
const other = await certificate('other')
test.after.always(() => rm(folder, { recursive: true }))

/** Writes the files of one case. A certificate of null leaves its file out. */
function write(name: string, { cert = server.cert as string | null, key = server.key, clients = ca.cert } = {}) {
  const at = (file: string) => join(folder, `${name}-${file}.pem`)
  writeFileSync(at('cert'), cert ?? '')
  if (cert === null) rmSync(at('cert'))
  writeFileSync(at('key'), key)
  writeFileSync(at('ca'), clients)
  const files: ServerTlsFiles = {
    certificateFile: at('cert'),
    keyFile: at('key'),
    clientCaFile: at('ca'),
    clientCertificates: 'wanted',
    minVersion: 'TLSv1.2',
  }
  return files
}

test('valid files have no problems', async (t) => {
  t.deepEqual(await checkTlsFiles(write('valid')), { errors: [], warnings: [] })
})

for (const [title, contents, message] of [
  ['a missing certificate', { cert: null }, /^SLUICE_TLS_CERTIFICATE names \S+-cert\.pem, which cannot be read/],
  ['a file without a certificate', { cert: 'text' }, /-cert\.pem contains no certificate/],
  ['a file without a key', { key: 'text' }, /-key\.pem contains no private key/],
  ['the key of another certificate', { key: other.key }, /-key\.pem is not the key of the certificate/],
  ['a client CA that is not a certificate', { clients: 'text' }, /-ca\.pem contains no certificate/],
] as const) {
  test(`${title} is an error`, async (t) => {
    const { errors, warnings } = await checkTlsFiles(write(title.replaceAll(' ', '-'), contents))
    t.is(errors.length, 1)
    t.regex(errors[0] ?? '', message)
    t.deepEqual(warnings, [])
  })
}

test('an expired server certificate is an error, an expired client CA a warning', async (t) => {
  const { errors, warnings } = await checkTlsFiles(write('expired'), () => Date.now() + 5_000 * day)
  t.is(errors.length, 1)
  t.regex(
    errors[0] ?? '',
    /^SLUICE_TLS_CERTIFICATE names \S+: the certificate of CN=gateway expired at \d{4}-.*: renew it$/,
  )
  t.is(warnings.length, 1)
  t.regex(warnings[0] ?? '', /^SLUICE_TLS_CLIENT_CA names \S+: the certificate of CN=clients expired at /)
})

test('an expired intermediate certificate is a warning', async (t) => {
  const files = write('chain', { cert: `${server.cert}\n${ca.cert}` })
  const { warnings } = await checkTlsFiles(files, () => Date.now() + 5_000 * day)
  t.regex(warnings[0] ?? '', /^SLUICE_TLS_CERTIFICATE names \S+: the certificate of CN=clients expired at /)
})

test('a server certificate that is not valid yet is an error', async (t) => {
  const { errors } = await checkTlsFiles(write('future'), () => Date.now() - 5_000 * day)
  t.regex(errors[0] ?? '', /: the certificate of CN=gateway is valid from \d{4}-.* only/)
})

test('a server certificate that expires within two weeks is a warning', async (t) => {
  const files = write('soon')
  const [expired] = (await checkTlsFiles(files, () => Date.now() + 5_000 * day)).errors
  const expiresAt = Date.parse(/expired at (\S+):/.exec(expired ?? '')?.[1] ?? '')
  t.deepEqual(await checkTlsFiles(files, () => expiresAt - 15 * day), { errors: [], warnings: [] })
  const { errors, warnings } = await checkTlsFiles(files, () => expiresAt - 13 * day)
  t.deepEqual(errors, [])
  t.regex(warnings[0] ?? '', /-cert\.pem, which expires at /)
})
