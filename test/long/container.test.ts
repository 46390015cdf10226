/** The image as an operator runs it: built from the Containerfile, not as root, and with a read-only root file system. */
import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import test from 'ava'
import { keepsByteBudget } from '../_support/byte-budget.ts'
import { packProduct } from '../_support/npm-package.ts'
import { openImageStore } from './_support/container/image-store.ts'
import { startContainer } from './_support/container/run-container.ts'

const root = resolve(import.meta.dirname, '../..')
const userId = 10001
const upstreamPort = 3000
/** What the image adds to its base: the package and its dependencies. */
const addedBudget = 40 * 1024 ** 2
const run = promisify(execFile)

test('the image serves protected calls as a user without rights, and drains on SIGTERM', async (t) => {
  t.timeout(600_000)
  const missing = await findMissing()
  if (missing) {
    t.log(`skipped: ${missing}`)
    return t.pass()
  }
  const store = await openImageStore()
  t.teardown(store.close)
  try {
    await store.makeBases()
  } catch (error) {
    t.log(`skipped: the base image cannot be made here: ${(error as Error).message}`)
    return t.pass()
  }
  const context = await mkdtemp(join(tmpdir(), 'sluice-context-'))
  t.teardown(() => rm(context, { recursive: true, force: true, maxRetries: 10 }))
  const packed = await packProduct()
  await cp(packed, join(context, basename(packed)))
  const file = join(root, 'packaging/container/Containerfile')
  await store.build({ name: 'sluice', file, context })
  const { folder, config } = await store.mount('sluice')
  const addedBytes = await countBytes(join(folder, 'opt/sluice'))
  t.log(
    `the image has ${toMib(await countBytes(folder))} MiB, of which ${toMib(addedBytes)} MiB are Sluice and the rest is the base`,
  )
  keepsByteBudget(t, addedBytes, addedBudget)

  const home = await mkdtemp(join(tmpdir(), 'sluice-container-data-'))
  t.teardown(() => rm(home, { recursive: true, force: true, maxRetries: 10 }))
  const [documents, data] = [join(home, 'documents'), join(home, 'data')]
  for (const each of [documents, data]) {
    await mkdir(each)
    await chown(each, userId, userId)
  }
  await chmod(home, 0o755)

  const init = await startContainer({
    folder,
    config,
    args: ['init', '/etc/sluice/new', '--yes', '--api', 'pets', '--backend', `http://127.0.0.1:${upstreamPort}`],
    mounts: { '/etc/sluice': { source: documents }, '/var/lib/sluice': { source: data } },
  })
  const { status: initStatus, output } = await init.ended
  t.is(initStatus, 0, output)
  const shown = (name: string) => new RegExp(`${name}=(\\S+)`).exec(output)?.[1] as string
  const fields = ['client_id', 'client_secret', 'username', 'password', 'scope']
  const form = new URLSearchParams(fields.map((name): [string, string] => [name, shown(name)]))
  form.set('grant_type', 'password')

  const container = await startContainer({
    folder,
    config,
    environment: { SLUICE_BASE_URL: 'http://127.0.0.1:8080', SLUICE_PLAIN_HTTP: 'anywhere', SLUICE_WORKERS: '2' },
    mounts: {
      '/etc/sluice': { source: join(documents, 'new'), isReadOnly: true },
      '/var/lib/sluice': { source: data },
      '/client': { source: join(import.meta.dirname, '_support/container'), isReadOnly: true },
    },
  })
  t.teardown(() => container.signal('KILL').catch(() => {}))
  t.deepEqual(config.Healthcheck.Test[0], 'CMD')
  let hasEnded = false
  void container.ended.then(() => {
    hasEnded = true
  })
  const isHealthy = () =>
    container.exec(...config.Healthcheck.Test.slice(1)).then(
      () => true,
      () => false,
    )
  while (!(hasEnded || (await isHealthy()))) await delay(100)

  const process1 = await container.exec('node', '-p', 'fs.readFileSync("/proc/1/status", "utf8")')
  for (const line of [new RegExp(`^Uid:\\t${userId}\\t`, 'm'), /^CapEff:\t0+$/m, /^NoNewPrivs:\t1$/m])
    t.regex(process1, line)
  await t.throwsAsync(container.exec('node', '-e', 'fs.writeFileSync("/opt/sluice/changed", "")'), { message: /EROFS/ })
  await t.throwsAsync(container.exec('sh', '-c', 'true'), { message: /sh/ }, 'the image has no shell')
  t.regex(await container.exec('sluice', 'why', '--help'), /^Usage: sluice why/m)

  const lines: string[] = []
  const called = Promise.withResolvers<void>()
  const gateway = 'http://127.0.0.1:8080/example/main'
  container.watch(
    [
      'node',
      '/client/client.ts',
      `${upstreamPort}`,
      `${gateway}/login/oauth2/token`,
      `${form}`,
      `${gateway}/pets/v1/pets`,
    ],
    (line) => {
      lines.push(line)
      if (line.startsWith('call ')) called.resolve()
    },
  )
  await Promise.race([called.promise, container.ended])
  await container.signal('TERM')
  const { status, output: log } = await container.ended
  t.is(status, 0, log)
  const expected = ['token 200', 'without a token 401', 'readyz 200', 'call 200 upstream /pets', 'readyz 503']
  t.deepEqual(lines.slice(0, expected.length), expected)
  t.deepEqual(
    lines.filter((line) => line.startsWith('call ') && !/ 200 | ECONNREFUSED$/.test(line)),
    [],
  )
})

/** Returns what is missing to build and run an image. */
async function findMissing(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can make and mount a base image here'
  for (const program of ['buildah', 'crun', 'mmdebstrap'])
    if (!(await run('sh', ['-c', `command -v ${program}`]).catch(() => undefined)))
      return `${program} is not installed (Debian: apt install buildah crun mmdebstrap)`
  return undefined
}

async function countBytes(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--bytes', '--one-file-system', folder])
  return Number.parseInt(stdout, 10)
}

function toMib(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}
