import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'

test('a process ends by itself after its file work, and not before', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'file-work-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const source = new URL(
    '../../../../../../src/mq/parts/file-transfer/engine/files/threaded-file-work.ts',
    import.meta.url,
  ).href
  const file = join(folder, 'message.txt')
  const script = join(folder, 'work.mjs')
  writeFileSync(file, 'read')
  writeFileSync(
    script,
    `import { openThreadedFileWork } from ${JSON.stringify(source)}
    const work = openThreadedFileWork()
    const files = [{ path: process.argv[2], size: 4 }]
    const results = await work.readWhole({ files, checksum: 'none', into: new Uint8Array(4) })
    console.log(results.length)`,
  )
  const options = ['--disable-warning=ExperimentalWarning', script, file]
  const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 10_000 }) // an idle thread ends after 15 s
  t.is(stdout, '1\n')
})
