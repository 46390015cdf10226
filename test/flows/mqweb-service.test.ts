/** `sluice mqweb` as a service manager runs it: in the foreground, with JSON lines only. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { logLines, temporaryFolder } from '../_support/product.ts'
import { compileCache, findCommand } from '../_support/product-package.ts'

test('it starts queue managers, notifies systemd, logs JSON lines only, and ends on SIGTERM', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const notified = join(folder, 'notified')
  // The start takes long to report, so that the end could overtake it.
  const script = `case "$1" in READY*) sleep 0.3;; esac\necho "$@" >> ${notified}`
  await writeFile(join(folder, 'systemd-notify'), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'systemd-notify'), 0o755)

  const child = spawn(process.execPath, [await findCommand('sluice'), 'mqweb', '--qmgr', 'QM1'], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      NODE_COMPILE_CACHE: compileCache,
      SLUICE_DATA: join(folder, 'data'),
      SLUICE_MQWEB_PORT: '0',
      NOTIFY_SOCKET: join(folder, 'notify'),
    },
  })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let output = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    errors += text
    if (errors.includes('MQ web server ready') && !child.killed) child.kill('SIGTERM')
  })
  const [status] = await ended

  t.is(status, 0, errors)
  t.is(output, '')
  const ready = logLines(errors).find(({ msg }) => msg === 'MQ web server ready')
  t.regex(String(ready?.version), /^\d+\.\d+\.\d+$/)
  t.regex(String(ready?.commit), /^(?:[0-9a-f]{40}|unknown)$/)
  t.regex(String(ready?.listeners), /^https:\/\//)
  t.deepEqual(ready?.queueManagers, ['QM1'])
  t.regex(await readFile(notified, 'utf8'), /^READY=1 STATUS=serves https:\/\/\S+\nSTOPPING=1\n$/)
})
