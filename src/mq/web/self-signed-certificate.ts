/** Creates a self-signed certificate for a server without a configured one, at the first start, and keeps it. */
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { makeFolder } from '../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../shared/lib/files/replace-file.ts'
import { dayMs } from '../../shared/lib/time/durations.ts'

const validDays = 825 // the maximum that browsers accept

/** Returns the certificate in `folder` and its key as PEM texts, made for `names` when missing or expired. Rejects with file system errors. */
export async function ensureSelfSignedCertificate(folder: string, names: readonly string[]) {
  const certificateFile = join(folder, 'certificate.pem')
  const keyFile = join(folder, 'key.pem')

  const kept = await Promise.all([certificateFile, keyFile].map((file) => readFile(file, 'utf8'))).catch(absent)
  if (kept && new X509Certificate(kept[0] as string).validToDate > new Date()) {
    return { cert: kept[0] as string, key: kept[1] as string, certificateFile }
  }

  const made = await selfSigned(names)
  await makeFolder(folder, { mode: 0o700 })
  await replaceFile(keyFile, made.private, { mode: 0o600 })
  await replaceFile(certificateFile, made.cert, { mode: 0o644 })
  return { cert: made.cert, key: made.private, certificateFile }
}

async function selfSigned(names: readonly string[]) {
  const { generate } = await import('selfsigned') // uses 20 MB, and only the first start needs it
  const [commonName = 'localhost'] = names
  return generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true }, // so that clients can configure it as a trusted CA
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          isIP(name) ? { type: 7 as const, ip: name } : { type: 2 as const, value: name },
        ),
      },
    ],
  })
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
