/** Writes and syncs that fail again and again while messages come and go: each message is accounted for. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { compileShim, shimsMissing } from '../../_support/disk-shim.ts'
import { diskBenchFor } from './_support/manager.ts'

const support = (name: string) => fileURLToPath(new URL(`./_support/${name}`, import.meta.url))
const onFailingDisk = shimsMissing ? test.skip : test
const { EIO, EDQUOT, EFBIG } = constants.errno

for (const [title, errno, rounds, reason] of [
  ['a disk that fails', EIO, 5, 2102],
  ['a disk quota that is used up', EDQUOT, 2, 2192],
  ['a file size limit', EFBIG, 2, 2192],
] as const) {
  onFailingDisk(
    `${title} loses nothing and doubles nothing${shimsMissing ? ` (skipped: ${shimsMissing})` : ''}`,
    async (t) => {
      const disk = await diskBenchFor(t)
      await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
      await disk.bench.running.close()
      const shim = join(dirname(disk.file), 'failing-disk.so')
      const faults = join(dirname(disk.file), 'faults')
      compileShim(support('failing-disk.c'), shim)

      const child = spawn(process.execPath, [support('on-failing-disk.ts'), disk.file], {
        env: { ...process.env, LD_PRELOAD: shim, FAULTS: faults, FAULT_ERRNO: String(errno) },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      t.teardown(() => child.kill('SIGKILL'))
      t.is((await once(child, 'message'))[0], 'running')
      for (let round = 0; round < rounds; round++) {
        await told(child, 'put', 10)
        writeFileSync(faults, '')
        await told(child, 'fails', 3)
        rmSync(faults)
      }
      await told(child, 'put', 10)
      const ended = lastMessage(child)
      child.send('enough')
      const counts = (await ended) as Told
      if (child.exitCode === null) await once(child, 'exit')

      const { connection } = await disk.reopen()
      const left: string[] = []
      for (let message = await connection.get('A'); message; message = await connection.get('A')) {
        left.push(message.body.toString())
      }
      const seen = [...counts.got, ...left]
      t.true(
        counts.put.length >= 10 * rounds && counts.got.length > 4 * rounds,
        `${counts.put.length} put, ${counts.got.length} got`,
      )
      t.true(counts.refused > 0)
      // A write that fails just before the disk recovers is an I/O error: the probe that follows finds space.
      t.true(counts.reasons.includes(reason))
      t.deepEqual(
        counts.reasons.filter((each) => each !== reason && each !== 2102),
        [],
      )
      t.is(new Set(seen).size, seen.length, 'a message came twice')
      t.deepEqual(seen.toSorted(), counts.put.toSorted())
    },
  )
}

/** Settles after the child has said so that many times from now on. */
function told(child: ChildProcess, word: string, times: number): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (message !== word || --times > 0) return
      child.off('message', listen)
      resolve()
    }
    child.on('message', listen)
  })
}

/** What the child says before it exits. */
function lastMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (typeof message === 'object') resolve(message)
    })
  })
}

interface Told {
  put: string[]
  got: string[]
  refused: number
  reasons: number[]
}
