/** `npm start`: the gateway, the MQ web server, a customer API and an authentication URL, on one machine. */

import { releaseStartMemory } from '../../lib/memory/release-start-memory.ts'
import { prepareDataFolder } from '../../runtime/data/index.ts'
import { findSandboxDocuments } from '../../runtime/sandbox/index.ts'
import { addOpenFilesWarning, readSettings } from '../../runtime/settings/index.ts'
import type { Command } from '../common/command.ts'
import { exitAfterGrace } from '../common/exit-after-grace.ts'
import { waitForSignal } from '../common/wait-for-signal.ts'
import { renderWelcome } from './welcome.ts'

/** Defaults for one machine; the environment overrides them. */
const sandboxDefaults = { SLUICE_WORKERS: '1', SLUICE_DRAIN_DELAY_SECONDS: '0' }

export const sandboxCommand: Command = {
  name: 'sandbox',
  summary: 'start everything on this machine: gateway, MQ web server, customer API, authentication URL',
  usage: '',

  async run({ write }) {
    const given = readSettings({ ...sandboxDefaults, ...process.env })
    await prepareDataFolder(given.dataFolder)
    const configFolder = process.env.SLUICE_CONFIG
      ? given.configFolder
      : await findSandboxDocuments(given.configFolder, given.dataFolder)
    const settings = addOpenFilesWarning({ ...given, configFolder })
    const [{ startSandbox }, { hostCommands }] = await Promise.all([
      import('../../runtime/sandbox/sandbox.ts'),
      import('../mq/host/host-commands.ts'),
    ])
    const running = await startSandbox(settings, {
      mqCommands: hostCommands,
      onFailure: () => exitAfterGrace(1),
    })
    if (!running) return 1

    const signalled = waitForSignal() // a signal may follow the line at once
    write(renderWelcome(running, configFolder, process.uptime()))
    setImmediate(releaseStartMemory)
    const signal = await signalled
    await running.startDraining(signal === 'SIGTERM' ? settings.drainDelayMs : 0)
    exitAfterGrace(0)
    await running.close()
    return 0
  },
}
