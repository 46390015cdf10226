/**
 * The process of a control command: asks the host of the data folder to run it, starts one when the command needs it,
 * and runs it here when there is none and it does not.
 */

import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../lib/clock.ts'
import { openLog } from '../../lib/log.ts'

import { askControl, type ControlRequest, ensureSettingsFile } from '../../mqweb/index.ts'
import { openInstallation } from '../../qm/index.ts'
import type { MqCommand, Outcome } from './command.ts'
import { mqCommands } from './index.ts'
import { type Places, placesOf } from './places.ts'
import { runMqCommand } from './run.ts'
import { isTaken, startHost } from './start-host.ts'
import { webServer } from './web-server.ts'

const patienceMs = 15_000
const againMs = 100

export async function main(name: string, args: readonly string[]): Promise<void> {
  try {
    const { status, output, complaint = '' } = await answer(name, args)
    process.stdout.write(output)
    process.stderr.write(complaint)
    process.exitCode = status
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).message}\n`)
    process.exitCode = 71
  }
}

async function answer(name: string, args: readonly string[]): Promise<Outcome> {
  const command = mqCommands.find((each) => each.name === name) as MqCommand
  if (args.some((arg) => arg === '-?' || arg === '-h' || arg === '--help')) {
    return { status: 0, output: `Usage: ${`${name} ${command.usage}`.trim()}\n` }
  }

  const places = placesOf(process.env)
  const input = (await command.read?.(args)) ?? ''
  const request = { command: [name, ...args], input }

  for (const deadline = Date.now() + patienceMs; ; await setTimeout(againMs)) {
    const answered = await askControl(places.data, request)
    if (answered) return answered
    try {
      if (!command.startsHost) return await runHere(request, places)
      await startHost(places)
    } catch (error) {
      // Another command has the folder for a moment, or a host that starts or ends.
      if (!isTaken(error) || Date.now() > deadline) throw error
    }
  }
}

/** Owns the data folder for as long as the command takes. */
async function runHere({ command, input }: Required<ControlRequest>, places: Places): Promise<Outcome> {
  const log = openLog({ level: 'warn' })
  await ensureSettingsFile(places.settings, 'mqwebuser')
  const installation = await openInstallation({ folder: places.installation, clock: systemClock, log })
  try {
    const web = webServer(() => Promise.reject(new Error('the web server runs in the host')))
    const host = { installation, settingsFolder: places.settings, environment: process.env, web }
    return await runMqCommand(command, host, input)
  } finally {
    await installation.close()
  }
}
