/** The event loop never waits for the disk. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { compileShim, shimsMissing } from '../../_support/disk-shim.ts'
import { folderFor } from './_support/folder.ts'

const support = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const onLinux = shimsMissing ? test.skip : test

onLinux(
  `no commit of a queue manager syncs on the event loop${shimsMissing ? ` (skipped: ${shimsMissing})` : ''}`,
  async (t) => {
    const folder = folderFor(t)
    const shim = compileShim(support('../../_support/traced-disk.c'), join(folder, 'traced.so'))
    const trace = join(folder, 'trace')
    await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', support('_support/every-commit.ts'), join(folder, 'installation')],
      { env: { ...process.env, NODE_COMPILE_CACHE: '', LD_PRELOAD: shim, TRACE: trace } },
    )
    const lines = readFileSync(trace, 'utf8').trim().split('\n')
    t.true(lines.filter((line) => line.startsWith('fsync messages.db')).length > 10)
    // The lock of the folder is taken and released once for each process; node syncs its output when it exits.
    const allowed = /lock\.db|fsync installation$|socket|pipe/
    t.deepEqual(
      lines.filter((line) => line.startsWith('main thread') && !allowed.test(line)),
      [],
    )
  },
)
