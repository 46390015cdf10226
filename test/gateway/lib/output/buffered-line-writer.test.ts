import { spawn } from 'node:child_process'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { openBufferedLineWriter } from '../../../../src/gateway/lib/output/buffered-line-writer.ts'

const module = new URL('../../../../src/gateway/lib/output/buffered-line-writer.ts', import.meta.url)

async function inFolder(use: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-lines-'))
  try {
    await use(join(folder, 'log'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('writes every line once, in order, however many are gathered', async (t) => {
  await inFolder(async (file) => {
    const handle = await open(file, 'w')
    const lines = openBufferedLineWriter(handle.fd)
    const expected = Array.from({ length: 5_000 }, (_, index) => `line ${index} ä\n`)
    expected.splice(2_500, 0, `${'a line that is longer than what is gathered '.repeat(2_000)}\n`)
    for (const line of expected) lines.write(line)
    await lines.close()
    t.is(await readFile(file, 'utf8'), expected.join(''))
    await handle.close()
  })
})

test('flushed lines are written although the process hangs afterwards', async (t) => {
  await inFolder(async (file) => {
    const handle = await open(file, 'w')
    const script = `
      const { openBufferedLineWriter } = await import(${JSON.stringify(module.href)})
      const lines = openBufferedLineWriter(2)
      lines.write('before the end\\n')
      lines.flush()
      process.send('flushed', () => { for (const end = Date.now() + 60_000; Date.now() < end; ) {} })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', handle.fd, 'ipc'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    await new Promise((resolve) => child.once('message', resolve))
    while ((await readFile(file, 'utf8')) === '') await new Promise(setImmediate)
    t.is(await readFile(file, 'utf8'), 'before the end\n')
    await handle.close()
  })
})

test('buffered lines are written when the process ends', async (t) => {
  await inFolder(async (file) => {
    const handle = await open(file, 'w')
    const script = `
      const { openBufferedLineWriter } = await import(${JSON.stringify(module.href)})
      const lines = openBufferedLineWriter(2)
      lines.write('first\\n')
      lines.write('last\\n')
      process.exit(0)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'ignore', handle.fd],
    })
    await new Promise((resolve) => child.once('exit', resolve))
    t.is(await readFile(file, 'utf8'), 'first\nlast\n')
    await handle.close()
  })
})
