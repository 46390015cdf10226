import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openLogFile, readLogSettings } from '../../../../src/mq/cli/host/log-file.ts'

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mq-log-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

test('starts a new file when one is full, and keeps the configured number', async (t) => {
  const folder = await folderOf(t)
  const file = openLogFile(folder, 'log', { maxFileBytes: 10, maxOldFiles: 2 })
  for (const line of ['one 1\n', 'two 2\n', 'three\n', 'four!\n']) file.write(line)
  t.deepEqual((await readdir(folder)).sort(), ['log', 'log.1', 'log.2'])
  t.is(await readFile(join(folder, 'log'), 'utf8'), 'four!\n')
  t.is(await readFile(join(folder, 'log.2'), 'utf8'), 'two 2\n')
})

test('appends to an existing file, and keeps no old ones when configured so', async (t) => {
  const folder = await folderOf(t)
  openLogFile(folder, 'log', { maxFileBytes: 10, maxOldFiles: 0 }).write('one 1\n')
  openLogFile(folder, 'log', { maxFileBytes: 10, maxOldFiles: 0 }).write('two 2\n')
  t.deepEqual(await readdir(folder), ['log'])
  t.is(await readFile(join(folder, 'log'), 'utf8'), 'two 2\n')
})

test('does not throw when nothing can be written', async (t) => {
  const folder = await folderOf(t)
  const file = openLogFile(folder, 'log', { maxFileBytes: 10, maxOldFiles: 1 })
  await rm(folder, { recursive: true })
  t.notThrows(() => file.write('lost\n'))
})

for (const [specification, level] of [
  ['*=info', 'info'],
  ['*=warning', 'warn'],
  ['*=info:com.ibm.mq.*=all', 'info'],
  ['com.ibm.mq.*=all:*=fine', 'debug'],
  ['*=nonsense', 'info'],
] as const) {
  test(`maps the trace specification ${specification} to the level ${level}`, async (t) => {
    const folder = await folderOf(t)
    const variables = `<variable name="traceSpec" value="${specification}"/><variable name="maxTraceFileSize" value="1"/>`
    await writeFile(join(folder, 'mqwebuser.xml'), `<server>${variables}</server>`)
    t.deepEqual(readLogSettings(folder, {}), { level, maxFileBytes: 1024 * 1024, maxOldFiles: 1 })
    t.is(readLogSettings(folder, { SLUICE_LOG: 'error' }).level, 'error')
  })
}

test('logs as usual when the settings cannot be read', async (t) => {
  t.is(readLogSettings(await folderOf(t), {}).level, 'info')
})
