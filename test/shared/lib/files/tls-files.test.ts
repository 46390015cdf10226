import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { readTlsFiles } from '../../../../src/shared/lib/files/tls-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'))
test.after.always(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const plain = {
  name: 'backend',
  protocols: [],
  ciphers: [],
  insecureServerConnections: false,
  serverNameIndication: true,
  truststoreFile: undefined,
  certificateFile: undefined,
  keyFile: undefined,
}

test('a profile that names nothing only checks certificates', (t) => {
  t.deepEqual(readTlsFiles(plain), { rejectUnauthorized: true })
})

test('reads every file and setting', (t) => {
  const file = (name: string) => {
    writeFileSync(join(folder, name), `PEM of ${name}`)
    return join(folder, name)
  }
  t.deepEqual(
    readTlsFiles({
      ...plain,
      protocols: ['tls_v1.3', 'tls_v1.2'],
      ciphers: ['A', 'B'],
      insecureServerConnections: true,
      serverNameIndication: false,
      truststoreFile: file('ca'),
      certificateFile: file('cert'),
      keyFile: file('key'),
    }),
    {
      ca: 'PEM of ca',
      cert: 'PEM of cert',
      key: 'PEM of key',
      rejectUnauthorized: false,
      servername: '',
      ciphers: 'A:B',
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.3',
    },
  )
})

test('a single protocol excludes all others', (t) => {
  t.like(readTlsFiles({ ...plain, protocols: ['tls_v1.2'] }), { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' })
})

test('names the profile and the file that cannot be read', (t) => {
  t.throws(() => readTlsFiles({ ...plain, truststoreFile: join(folder, 'missing') }), {
    message: /^TLS profile backend: .*missing.* cannot be read: there is no such file/,
  })
})
