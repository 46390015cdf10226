/** `npm start`: the gateway, the MQ web server, a customer API and an authentication URL, on one machine. */
import { mkdir } from 'node:fs/promises'
import { readSettings, withOpenFilesWarning } from '../../runtime/settings/index.ts'
import type { Command } from '../common/command.ts'
import { endAfterGrace } from '../common/end-after-grace.ts'
import { untilSignalled } from '../common/until-signalled.ts'
import { welcome } from './welcome.ts'

/** What suits a laptop. The environment can say otherwise. */
const sandboxDefaults = { SLUICE_WORKERS: '1', SLUICE_DRAIN_DELAY_SECONDS: '0' }

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'start everything on this machine: gateway, MQ web server, customer API, authentication URL',
  usage: '',

  async run({ write }) {
    const settings = withOpenFilesWarning(readSettings({ ...sandboxDefaults, ...process.env }))
    await mkdir(settings.dataFolder, { recursive: true })
    const { startSandbox } = await import('../../runtime/sandbox/sandbox.ts')
    const running = await startSandbox(settings, () => endAfterGrace(1))
    if (!running) return 1

    const signalled = untilSignalled() // in time for a signal right after the line
    write(welcome(running, process.uptime()))
    const signal = await signalled
    await running.announceEnd(signal === 'SIGTERM' ? settings.drainDelayMs : 0)
    endAfterGrace(0)
    await running.close()
    return 0
  },
}
