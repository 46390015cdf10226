/** The units of systemd, checked by systemd itself where it is installed. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { maxShutdownMs } from '../../src/shared/cli/common/wait-for-signal.ts'
import { settingVariables } from '../../src/shared/process/settings/setting-variables.ts'

const folder = 'packaging/systemd'
const maxExposure = 3
const run = promisify(execFile)

/** Runs systemd-analyze. Returns undefined, with a line in the log, when it is not installed. */
async function analyze(t: ExecutionContext, ...args: string[]): Promise<string | undefined> {
  try {
    const { stdout, stderr } = await run('systemd-analyze', args)
    return stdout + stderr
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    t.log('skipped: systemd-analyze is not installed')
    return undefined
  }
}

test('systemd accepts every unit', async (t) => {
  const copies = await mkdtemp(join(tmpdir(), 'sluice-units-'))
  t.teardown(() => rm(copies, { recursive: true, force: true, maxRetries: 10 }))
  const files: string[] = []
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    // The program and the manual pages are installed on servers only.
    const installed = text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true').replace(/^Documentation=.*\n/m, '')
    files.push(join(copies, name))
    await writeFile(join(copies, name), installed)
  }
  t.is((await analyze(t, 'verify', ...files)) ?? '', '')
})

for (const name of ['sluice.service', 'sluice-mqweb.service', 'sluice-keys@.service']) {
  test(`${name} is hardened`, async (t) => {
    const report = await analyze(t, 'security', '--offline=yes', '--no-pager', join(folder, name))
    if (report === undefined) return t.pass()
    const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(report)?.[1]
    t.true(Number(exposure) < maxExposure, exposure)
  })
}

for (const name of ['sluice.service', 'sluice-mqweb.service']) {
  test(`${name} waits for readiness and has a watchdog`, async (t) => {
    const text = await readFile(join(folder, name), 'utf8')
    t.regex(text, /^Type=notify\nNotifyAccess=all\nWatchdogSec=\d+$/m)
    t.regex(text, /^ExecStart=\/opt\/sluice\/bin\/sluice (?:start|mqweb)\b/m)
  })

  test(`${name} is killed only after it has drained`, async (t) => {
    const text = await readFile(join(folder, name), 'utf8')
    const drainSeconds = Number(settingVariables.SLUICE_DRAIN_DELAY_SECONDS.default)
    const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])
    t.true(stopSeconds > drainSeconds + maxShutdownMs / 1_000)
  })
}
