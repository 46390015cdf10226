/** Writes and syncs that fail with EIO, again and again, while messages come and go: each is accounted for. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import test from 'ava'

import { compileShim, shimsMissing } from '../_support/disk-shim.ts'
import { diskBenchFor } from './_support/manager.ts'

const support = (name: string) => fileURLToPath(new URL(`./_support/${name}`, import.meta.url))
const onFailingDisk = shimsMissing ? test.skip : test
const rounds = 5

onFailingDisk(
  `a disk that fails loses nothing and doubles nothing${shimsMissing ? ` (skipped: ${shimsMissing})` : ''}`,
  async (t) => {
    const disk = diskBenchFor(t)
    await disk.bench.define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
    await disk.bench.running.close()
    const shim = join(dirname(disk.file), 'failing-disk.so')
    const faults = join(dirname(disk.file), 'faults')
    compileShim(support('failing-disk.c'), shim)

    const child = spawn(process.execPath, [support('on-failing-disk.ts'), disk.file], {
      env: { ...process.env, LD_PRELOAD: shim, FAULTS: faults },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    t.is((await once(child, 'message'))[0], 'running')
    for (let round = 0; round < rounds; round++) {
      await after(60)
      writeFileSync(faults, '')
      await after(30)
      rmSync(faults)
    }
    await after(60)
    child.send('enough')
    const [told] = (await once(child, 'message')) as [Told]
    if (child.exitCode === null) await once(child, 'exit')

    const { connection } = await disk.reopen()
    const left: string[] = []
    for (let message = await connection.get('A'); message; message = await connection.get('A')) {
      left.push(message.body.toString())
    }
    const seen = [...told.got, ...left]
    t.true(told.put.length > 50 && told.got.length > 20, `${told.put.length} put, ${told.got.length} got`)
    t.true(told.refused > 0)
    t.deepEqual(told.reasons, [2102])
    t.is(new Set(seen).size, seen.length, 'a message came twice')
    t.deepEqual(seen.toSorted(), told.put.toSorted())
  },
)

interface Told {
  put: string[]
  got: string[]
  refused: number
  reasons: number[]
}
