/** A systemd of its own: see boot.sh. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Systemd {
  /** Runs a program beside systemd, as root. Rejects when its status is not 0. */
  run(...command: string[]): Promise<string>
  /** Settles when properties of a unit have these values. Rejects after a minute, with the values that they had. */
  waitFor(unit: string, wanted: Readonly<Record<string, string>>): Promise<void>
  /** Returns properties of a unit. */
  show(unit: string, ...names: string[]): Promise<Record<string, string>>
  close(): Promise<void>
}

const namespaces = ['--mount', '--pid', '--uts', '--ipc', '--net', '--cgroup']
const bootTimeoutMs = 90_000
const waitTimeoutMs = 60_000
const execute = promisify(execFile)

/** Starts systemd with the files of `folder/added`. Rejects with the reason when it cannot run here. */
export async function openSystemd(folder: string): Promise<Systemd> {
  const script = join(import.meta.dirname, 'boot.sh')
  const options = ['--fork', '--kill-child', '--propagation', 'private']
  const outer = spawn('unshare', [...namespaces, ...options, 'sh', script, folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  outer.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(outer, 'close')
  const hasEnded = () => outer.exitCode !== null || outer.signalCode !== null

  const run = async (...command: string[]) => {
    const [pid] = (await readFile(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8')).split(' ')
    const { stdout } = await execute('nsenter', ['--target', `${pid}`, ...namespaces, '--root', '--wd', ...command])
    return stdout
  }
  const close = async () => {
    outer.kill('SIGKILL')
    await ended
  }
  const show = async (unit: string, ...names: string[]) => {
    const text = await run('systemctl', 'show', unit, ...names.map((name) => `--property=${name}`))
    return Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    )
  }

  const deadline = Date.now() + bootTimeoutMs
  for (;;) {
    const state = await run('systemctl', 'is-system-running').catch((error) => String(error.stdout ?? ''))
    if (/^(running|degraded)/.test(state)) break
    if (hasEnded() || Date.now() > deadline) {
      await close()
      throw new Error(errors.trim() || `systemd is "${state.trim()}" after ${bootTimeoutMs / 1_000} s`)
    }
    await delay(100)
  }

  return {
    run,
    show,
    async waitFor(unit, wanted) {
      const waitDeadline = Date.now() + waitTimeoutMs
      for (;;) {
        const found = await show(unit, ...Object.keys(wanted))
        if (Object.entries(wanted).every(([name, value]) => found[name] === value)) return
        if (Date.now() > waitDeadline) throw new Error(`${unit} has ${JSON.stringify(found)}`)
        await delay(100)
      }
    },
    close,
  }
}
