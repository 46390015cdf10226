import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { renderManPages } from '../../../../src/shared/cli/help/index.ts'
import { commands, mqCommands } from '../../../_support/commands.ts'

const run = promisify(execFile)
const pages = renderManPages(commands, mqCommands, { version: '1.2.3', date: '2026-01-31' })

test('every command of sluice and of queue managers has a page', (t) => {
  for (const { name } of commands) t.truthy(pages[`sluice-${name}.1`], name)
  for (const name of ['sluice', 'dspmq', 'runmqsc', 'amqsput']) t.truthy(pages[`${name}.1`], name)
})

test('a page has the synopsis, the verbs and the options of its command', (t) => {
  const page = pages['sluice-keys.1'] ?? ''
  t.regex(page, /^\.TH "SLUICE\\-KEYS" 1 "2026\\-01\\-31" "Sluice 1\.2\.3"/)
  t.regex(page, /\n\.B rotate\n/)
  t.regex(page, /\n\.B \\-\\-provider NAME\nthe OAuth provider/)
})

test('groff reads every page without a warning', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-man-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const files = await Promise.all(
    Object.entries(pages).map(async ([name, text]) => {
      const file = join(folder, name)
      await writeFile(file, text)
      return file
    }),
  )
  try {
    const { stderr } = await run('groff', ['-man', '-Tutf8', '-ww', '-z', ...files])
    t.is(stderr, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    t.log('skipped: groff is not installed')
    t.pass()
  }
})
