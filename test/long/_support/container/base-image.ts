/**
 * Base images for the Containerfile, made from Debian's packages, the Node that runs the tests and the npm of this machine. They
 * stand in for `node:24-slim` and a distroless image where no registry of images can be reached.
 */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, realpath, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/sluice-tests')
const release = 'bookworm'
/** The base builds: Node needs the C++ library of GNU. The runtime has no shell and no package manager. */
const variants = {
  base: ['--variant=essential', '--include=ca-certificates,libstdc++6'],
  runtime: ['--variant=extract', '--include=base-files,libc6'],
} as const

/** Returns an archive with a root file system, which is made once. Rejects when Debian cannot be reached. */
export async function makeArchive(variant: keyof typeof variants): Promise<string> {
  const archive = join(cache, `container-${variant}-${release}.tar`)
  if (await stat(archive).catch(() => undefined)) return archive
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'container-base-'))
  try {
    const made = join(folder, 'base.tar')
    await run('mmdebstrap', [...variants[variant], release, made, 'http://deb.debian.org/debian'])
    await rename(made, archive)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return archive
}

/** Writes Node and npm into `folder`, as they are in the file system of the base image. */
export async function addNode(folder: string): Promise<void> {
  const { stdout } = await run('sh', ['-c', 'command -v npm'])
  const npm = dirname(dirname(await realpath(stdout.trim())))
  await cp(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  await mkdir(join(folder, 'usr/local/bin'))
  await cp(process.execPath, join(folder, 'usr/local/bin/node'), { dereference: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  await addCertificates(folder)
}

/** A machine behind a proxy with a CA of its own names the CA in this variable. */
async function addCertificates(folder: string): Promise<void> {
  const file = process.env.NODE_EXTRA_CA_CERTS
  if (!file) return
  await mkdir(join(folder, 'root'))
  await cp(file, join(folder, 'root/npm-ca.pem'), { dereference: true })
  await writeFile(join(folder, 'root/.npmrc'), 'cafile=/root/npm-ca.pem\n')
}
