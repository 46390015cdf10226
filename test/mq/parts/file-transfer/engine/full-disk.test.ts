/** Transfers on file systems that are really full. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'

const mount = 'mount -t tmpfs -o size=48m tmpfs "$1"'
const missing = whyNoMount()
const mountTest = missing ? test.skip : test
const reason = missing ? ` (skipped: ${missing})` : ''

mountTest(`a full target disk fails a transfer, or makes it wait for space${reason}`, async (t) => {
  const { gaveUp, ...waited } = (await tell(t, 'target')) as { gaveUp: Record<string, string> }
  t.is(gaveUp.state, 'failed')
  t.regex(gaveUp.description ?? '', /BFGTR0074E: ENOSPC/)
  t.deepEqual(waited as object, { visible: [], state: 'successful', isWhole: true })
})

mountTest(`a full disk of the queue manager rejects a transfer until there is space${reason}`, async (t) => {
  const { rejection, ...done } = (await tell(t, 'manager')) as { rejection: string }
  t.regex(rejection, /MQRC_STORAGE_MEDIUM_FULL|no space left|ENOSPC/)
  t.deepEqual(done as object, { state: 'successful', received: 'content', left: [] })
})

/** Runs a story of `_support/full-disk.ts` on a small file system of its own. Returns what it sends. */
async function tell(t: ExecutionContext, story: 'target' | 'manager'): Promise<unknown> {
  const disk = await mkdtemp(join(tmpdir(), 'mft-disk-'))
  t.teardown(() => rm(disk, { recursive: true, force: true, maxRetries: 10 }))
  const program = join(import.meta.dirname, '_support', 'full-disk.ts')
  const child = spawn(
    'unshare',
    [
      ...['-rm', 'sh', '-c', `${mount} && exec "$2" --disable-warning=ExperimentalWarning "$3" "$1" "$4"`],
      ...['sh', disk, process.execPath, program, story],
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  t.teardown(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit').then(([status]) => {
    throw new Error(`the story ended with status ${status} before it sent a result`)
  })
  const [result] = await Promise.race([once(child, 'message'), exited])
  return result
}

function whyNoMount(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  const options = ['-rm', 'sh', '-c', mount, 'sh', '/tmp']
  const { status, stderr } = spawnSync('unshare', options, { encoding: 'utf8' })
  return status === 0 ? undefined : `a file system cannot be mounted here: ${stderr?.trim()}`
}
