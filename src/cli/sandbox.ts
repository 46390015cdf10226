/** `npm start`: the gateway, the MQ web server, a customer API and an authentication URL, on one machine. */
import { mkdir } from 'node:fs/promises'

import type { Command } from './command.ts'
import { readSettings } from './settings.ts'
import { untilSignalled } from './until-signalled.ts'
import { welcome } from './welcome.ts'

/** A laptop is not there for the gateway alone; more workers are a matter of saying so. */
const fewProcesses = { SLUICE_WORKERS: '1' }

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'start everything on this machine: gateway, MQ web server, customer API, authentication URL',
  usage: '',

  async run({ write }) {
    const settings = readSettings({ ...fewProcesses, ...process.env })
    await mkdir(settings.dataFolder, { recursive: true })
    const { startSandbox } = await import('../processes/sandbox.ts')
    const running = await startSandbox(settings)
    if (!running) return 1

    write(welcome(running, process.uptime()))
    await untilSignalled()
    await running.close()
    return 0
  },
}
