/** A self-signed certificate for MQ web servers of tests, made once and kept, because making one takes 150 ms. */
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ensureSelfSignedCertificate } from '../../src/mq/web/self-signed-certificate.ts'

const root = resolve(import.meta.dirname, '../..')
const kept = join(root, 'node_modules/.cache/sluice-tests/certificate')
const names = ['localhost', '127.0.0.1', '::1']

/** Copies the certificate into the folder of `mqwebuser.xml`, as if an earlier start had made it there. */
export async function copyServerCertificate(folder: string): Promise<void> {
  await cp(kept, folder, { recursive: true }).catch(async (error) => {
    if (error.code !== 'ENOENT') throw error
    await makeCertificate()
    await cp(kept, folder, { recursive: true })
  })
}

/** Several processes can make one at the same time; the first one is kept. */
async function makeCertificate(): Promise<void> {
  await mkdir(dirname(kept), { recursive: true })
  const made = await mkdtemp(`${kept}-`)
  await ensureSelfSignedCertificate(made, names)
  await rename(made, kept).catch(() => rm(made, { recursive: true }))
}
