/** Runs containers with crun, under the restrictions of a strict Kubernetes pod. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ImageConfig } from './image-store.ts'

export interface ContainerOptions {
  /** The root file system, which the container cannot change. */
  folder: string
  config: ImageConfig
  /** The arguments after the entry point; those of the image by default. */
  args?: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** Folders of this machine by their path in the container. */
  mounts: Readonly<Record<string, { source: string; isReadOnly?: boolean }>>
}

export interface Container {
  /** Runs a program beside the first one. Rejects when its status is not 0. */
  exec(...command: string[]): Promise<string>
  /** Starts a program beside the first one, and calls `onLine` for each line of its output. */
  watch(command: readonly string[], onLine: (line: string) => void): void
  signal(name: 'TERM' | 'KILL'): Promise<void>
  /** Settles with the exit status, and what the first program wrote. */
  ended: Promise<{ status: number | null; output: string }>
}

const run = promisify(execFile)
/** Older versions of crun refuse to run where both versions of cgroups are mounted, even without cgroups of their own. */
const withOneCgroupVersion = [
  '--mount',
  'sh',
  '-c',
  'umount /sys/fs/cgroup/unified 2>/dev/null; exec crun "$@"',
  'crun',
]

/** Starts a container without capabilities, in a network of its own. */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  const bundle = await mkdtemp(join(tmpdir(), 'sluice-container-'))
  await writeFile(join(bundle, 'config.json'), JSON.stringify(renderSpecification(options)))
  const id = bundle.slice(bundle.lastIndexOf('/') + 1)
  const state = join(bundle, 'state')
  await mkdir(state)
  const crun = [...withOneCgroupVersion, '--cgroup-manager=disabled', '--root', state]
  const exec = [...crun, 'exec', '--user', options.config.User, '--no-new-privs', id]
  const first = spawn('unshare', [...crun, 'run', '--bundle', bundle, id], { stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  for (const stream of [first.stdout, first.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const ended = once(first, 'close').then(async ([status]) => {
    await rm(bundle, { recursive: true, force: true, maxRetries: 10 })
    return { status, output: Buffer.concat(chunks).toString() }
  })

  return {
    ended,
    async exec(...command) {
      return (await run('unshare', [...exec, ...command])).stdout
    },
    watch(command, onLine) {
      const program = spawn('unshare', [...exec, ...command], { stdio: ['ignore', 'pipe', 'inherit'] })
      let text = ''
      program.stdout.on('data', (chunk) => {
        const lines = `${text}${chunk}`.split('\n')
        text = lines.pop() ?? ''
        for (const line of lines) onLine(line)
      })
    },
    async signal(name) {
      await run('unshare', [...crun, 'kill', id, name])
    },
  }
}

/** Returns the specification of the OCI runtime. */
function renderSpecification({ folder, config, args, environment = {}, mounts }: ContainerOptions): unknown {
  const [uid, gid] = config.User.split(':').map(Number)
  const none = { bounding: [], effective: [], permitted: [], ambient: [] }
  return {
    ociVersion: '1.0.2',
    hostname: 'sluice',
    root: { path: folder, readonly: true },
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...(args ?? config.Cmd)],
      env: [...config.Env, ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
      cwd: config.WorkingDir,
      noNewPrivileges: true,
      capabilities: none,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=1m'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
      ...Object.entries(mounts).map(([destination, { source, isReadOnly }]) => ({
        destination,
        source,
        type: 'bind',
        options: ['rbind', isReadOnly ? 'ro' : 'rw'],
      })),
    ],
    linux: {
      namespaces: ['pid', 'network', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys'],
      readonlyPaths: ['/proc/sys', '/proc/bus', '/proc/fs', '/proc/irq'],
    },
  }
}
