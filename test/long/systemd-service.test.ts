/** The units of systemd as an operator uses them: installed as docs/guides/deploy.md says, under a systemd of their own. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { packProduct } from '../_support/npm-package.ts'
import { openSystemd, type Systemd } from './_support/systemd/open-systemd.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const watchdogSeconds = 5
const readyz = 'http://127.0.0.1:8090/readyz'

test('systemd starts, watches, reloads and ends the services', async (t) => {
  t.timeout(300_000)
  const missing = await findMissing()
  if (missing) return skip(t, missing)
  const folder = await mkdtemp(join(tmpdir(), 'sluice-systemd-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const credentials = await prepareServer(join(folder, 'added'))
  let systemd: Systemd
  try {
    systemd = await openSystemd(folder)
  } catch (error) {
    return skip(t, `systemd cannot run beside this system: ${(error as Error).message}`)
  }
  t.teardown(systemd.close)
  const fetchStatus = async (url: string, form = '') => Number(await systemd.run('node', '-e', fetchProgram, url, form))
  await systemd.run('useradd', '--system', '--home', '/var/lib/sluice', 'sluice')
  await systemd.run('chown', '-R', 'sluice:sluice', '/var/lib/sluice')

  await systemd.run('systemctl', 'start', 'sluice.socket', 'sluice', 'sluice-mqweb')
  t.is(await fetchStatus(readyz), 200, 'the start returns when the service is ready')
  t.is(await fetchStatus('http://127.0.0.1:8080/example/main/login/oauth2/token', credentials), 200)
  t.regex((await systemd.show('sluice', 'StatusText')).StatusText ?? '', /^serves http:\/\/127\.0\.0\.1:8080/)
  const asService = ['setpriv', '--reuid=sluice', '--regid=sluice', '--clear-groups', 'env']
  const dspmq = await systemd.run(...asService, 'SLUICE_DATA=/var/lib/sluice', '/opt/sluice/bin/dspmq')
  t.regex(dspmq, /QMNAME\(QM1\) +STATUS\(Running\)/)

  const mainPid = async () => (await systemd.show('sluice', 'MainPID')).MainPID as string
  const status = await systemd.run('cat', `/proc/${await mainPid()}/status`)
  for (const line of [/^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m, /^CapEff:\t0+$/m, /^CapBnd:\t0+$/m]) t.regex(status, line)
  const inService = ['nsenter', '--target', await mainPid(), '--mount']
  await t.throwsAsync(systemd.run(...inService, 'touch', '/etc/changed'), { message: /Read-only file system/ })
  await t.notThrowsAsync(systemd.run(...inService, 'touch', '/var/lib/sluice/changed'))

  await systemd.run('systemctl', 'reload', 'sluice')
  t.is(await fetchStatus(readyz), 200)
  const load = systemd.run('node', '-e', loadProgram, 'http://127.0.0.1:8080/')
  await systemd.run('systemctl', 'restart', 'sluice')
  await systemd.run('touch', '/run/load-over')
  t.regex(await load, /^404 \d+$/m, 'no call is refused while the service restarts')

  await systemd.run('systemctl', 'start', 'sluice-keys@login')
  t.like(await systemd.show('sluice-keys@login', 'Result', 'ExecMainStatus'), {
    Result: 'success',
    ExecMainStatus: '0',
  })

  await systemd.run('kill', '-KILL', await mainPid())
  await systemd.waitFor('sluice', { NRestarts: '1', ActiveState: 'active' })
  t.is(await fetchStatus(readyz), 200, 'a killed service is started again')
  await systemd.run('kill', '-STOP', await mainPid())
  await systemd.waitFor('sluice', { NRestarts: '2', ActiveState: 'active' })
  t.is(await fetchStatus(readyz), 200, 'a service that hangs is killed and started again')

  await systemd.run('systemctl', 'stop', 'sluice.socket', 'sluice', 'sluice-mqweb')
  for (const unit of ['sluice', 'sluice-mqweb'])
    t.like(await systemd.show(unit, 'ActiveState', 'Result', 'ExecMainStatus'), {
      ActiveState: 'inactive',
      Result: 'success',
      ExecMainStatus: '0',
    })
})

/** Prints the status of a request; with a form it is a POST. */
const fetchProgram = `
const [url, form] = process.argv.slice(1)
fetch(url, form ? { method: 'POST', body: new URLSearchParams(form) } : {}).then(({ status }) => console.log(status))`

/** Sends requests, each on a connection of its own, until a file is there. Prints the counts of the statuses and errors. */
const loadProgram = `
const { get } = require('node:http')
const counts = {}
async function send() {
  while (!require('node:fs').existsSync('/run/load-over')) {
    const result = await new Promise((done) => {
      get(process.argv[1], { agent: false }, (response) => response.resume().on('end', () => done(response.statusCode)))
        .on('error', (error) => done(error.message))
    })
    counts[result] = (counts[result] ?? 0) + 1
  }
}
Promise.all([send(), send()]).then(() => {
  for (const [result, count] of Object.entries(counts)) console.log(result, count)
})`

/** Writes what docs/guides/deploy.md installs. Returns the form of a token request. */
async function prepareServer(folder: string): Promise<string> {
  const prefix = ['--global', '--prefix', join(folder, 'opt/sluice'), '--no-audit', '--no-fund']
  await run('npm', ['install', ...prefix, await packProduct()])
  await mkdir(join(folder, 'usr/local/bin'), { recursive: true })
  await cp(process.execPath, join(folder, 'usr/local/bin/node'), { dereference: true })

  const units = join(folder, 'etc/systemd/system')
  await cp(join(root, 'packaging/systemd'), units, { recursive: true })
  await mkdir(join(units, 'sluice.service.d'))
  await writeFile(
    join(units, 'sluice.service.d/test.conf'),
    `[Service]\nWatchdogSec=${watchdogSeconds}\nEnvironment=SLUICE_WORKERS=1 SLUICE_DRAIN_DELAY_SECONDS=0\n`,
  )
  await writeFile(join(folder, 'etc/sluice.env'), 'SLUICE_CONFIG=/etc/sluice\nSLUICE_DATA=/var/lib/sluice\n')
  const { stdout } = await run(
    process.execPath,
    [join(root, 'bin/sluice.js'), 'init', join(folder, 'etc/sluice'), '--yes'],
    { env: { ...process.env, SLUICE_DATA: join(folder, 'var/lib/sluice') } },
  )
  const fields = ['client_id', 'client_secret', 'username', 'password', 'scope']
  const found = fields.map((name): [string, string] => [name, new RegExp(`${name}=(\\S+)`).exec(stdout)?.[1] as string])
  return `${new URLSearchParams([['grant_type', 'password'], ...found])}`
}

/** Returns what is missing to run a systemd. */
async function findMissing(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root can start a systemd'
  for (const program of ['/lib/systemd/systemd', 'unshare', 'nsenter', 'ip', 'useradd'])
    if (!(await run('sh', ['-c', `command -v ${program}`]).catch(() => undefined))) return `${program} is not installed`
  return undefined
}

function skip(t: ExecutionContext, reason: string): void {
  t.log(`skipped: ${reason}`)
  t.pass()
}
