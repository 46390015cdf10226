import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import { readOpenFilesLimit } from '../../../../src/shared/lib/files/open-files-limit.ts'
import { checkOpenFilesLimit } from '../../../../src/shared/process/settings/open-files-limit.ts'

test('a limit that is high enough or unknown causes no warning', (t) => {
  t.is(checkOpenFilesLimit(65_536), undefined)
  t.is(checkOpenFilesLimit(undefined), checkOpenFilesLimit(readOpenFilesLimit()))
})

test('a low limit is a warning with a remedy', (t) => {
  t.is(
    checkOpenFilesLimit(256),
    'the limit of open files is 256, and each call takes two: raise it, for example with "ulimit -n 65536" or LimitNOFILE=65536 in the unit of systemd',
  )
})

if (process.platform === 'linux') {
  for (const command of ['start', 'sandbox']) {
    test(`sluice ${command} refuses to start when it cannot open its own files`, async (t) => {
      const started = promisify(execFile)('sh', [
        '-c',
        `ulimit -n 64; exec "${process.execPath}" bin/sluice.js ${command}`,
      ])
      const { code, stderr } = await t.throwsAsync<Error & { code: number; stderr: string }>(started)
      t.is(code, 1)
      t.regex(stderr, /the limit of open files is 64, and the server needs at least 128/)
    })
  }
}
