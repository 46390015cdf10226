/** Writes a self-signed certificate for 127.0.0.1 and its key, ECDSA with P-256, for servers that speak TLS. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface ServerCertificate {
  certFile: string
  keyFile: string
  remove(): Promise<void>
}

export async function writeServerCertificate(): Promise<ServerCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-tls-'))
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
  })
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await writeFile(certFile, cert)
  await writeFile(keyFile, key)
  return { certFile, keyFile, remove: () => rm(folder, { recursive: true }) }
}
