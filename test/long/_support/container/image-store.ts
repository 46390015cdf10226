/** Builds images with buildah, in a folder of its own. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addNode, makeArchive } from './base-image.ts'

const run = promisify(execFile)

export interface ImageConfig {
  User: string
  Env: readonly string[]
  Entrypoint: readonly string[]
  Cmd: readonly string[]
  WorkingDir: string
  Volumes: Readonly<Record<string, unknown>>
  Healthcheck: { Test: readonly string[] }
}

export interface ImageStore {
  /** Makes the image `base`, with Node and npm, and the image `runtime`, which has only libraries. */
  makeBases(): Promise<void>
  /** Builds a Containerfile over a folder and those images. */
  build(options: { name: string; file: string; context: string }): Promise<void>
  /** Mounts the file system of an image. Returns its folder and the configuration of the image. */
  mount(name: string): Promise<{ folder: string; config: ImageConfig }>
  /** Unmounts everything, and removes the store. */
  close(): Promise<void>
}

/** The search path of images of Debian. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Opens an empty store. Rejects when buildah is not installed, or may not run here. */
export async function openImageStore(): Promise<ImageStore> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-images-'))
  const place = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  const buildah = async (...args: string[]) => {
    const { stdout } = await run('buildah', [...place, ...args], { maxBuffer: 64 * 1024 ** 2 })
    return stdout.trim()
  }

  return {
    async makeBases() {
      const added = join(folder, 'added')
      await addNode(added)
      for (const name of ['base', 'runtime'] as const) {
        const container = await buildah('from', 'scratch')
        await buildah('add', '--quiet', container, await makeArchive(name), '/')
        if (name === 'base') await buildah('copy', '--quiet', container, added, '/')
        await buildah('config', '--env', `PATH=${path}`, container)
        await buildah('commit', '--quiet', '--rm', container, name)
      }
      await rm(added, { recursive: true })
    },
    async build({ name, file, context }) {
      const { stdout } = await run('npm', ['config', 'get', 'cache'])
      const cache = `${stdout.trim()}:/root/.npm`
      const options = ['--format', 'docker', '--isolation', 'chroot', '--volume', cache]
      const bases = ['BASE=localhost/base', 'BASE_TAG=latest', 'RUNTIME=localhost/runtime']
      const args = bases.flatMap((each) => ['--build-arg', each])
      await buildah('build', ...options, ...args, '-f', file, '-t', name, context)
    },
    async mount(name) {
      const container = await buildah('from', '--pull-never', `localhost/${name}`)
      const image = JSON.parse(await buildah('inspect', '--type', 'image', `localhost/${name}`))
      return { folder: await buildah('mount', container), config: image.Docker.config }
    },
    async close() {
      await buildah('umount', '--all').catch(() => {})
      await buildah('rm', '--all').catch(() => {})
      await run('umount', [join(folder, 'root/overlay')]).catch(() => {}) // the storage driver mounts its folder
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
