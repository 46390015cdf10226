/**
 * The process of a control command: the MQ host runs the command if there is one. Otherwise this process starts a
 * host, or runs the command itself.
 *
 * Usually a host runs, so this file imports only what is needed to reach it.
 */

import { setTimeout } from 'node:timers/promises'
import type { MqCommand, MqCommandResult } from '../../runtime/mq/index.ts'
import { type ControlRequest, type DataFolders, findDataFolders, runInHost } from '../../runtime/mq/index.ts'
import { handleOutputErrors } from '../common/output-errors.ts'
import { renderVersion } from '../common/version.ts'
import { mqCommands } from './commands/index.ts'
import { isFolderTaken, startHost } from './host/start-host.ts'

const patienceMs = 15_000
const againMs = 100

export async function main(name: string, args: readonly string[]): Promise<void> {
  handleOutputErrors(name)
  try {
    const { status, output, stderr: complaint = '' } = await answer(name, args)
    process.stdout.write(output)
    process.stderr.write(complaint)
    process.exitCode = status
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).message}\n`)
    process.exitCode = 71
  }
}

async function answer(name: string, args: readonly string[]): Promise<MqCommandResult> {
  const command = mqCommands.find((each) => each.name === name) as MqCommand
  if (args.some((arg) => arg === '-?' || arg === '-h' || arg === '--help')) {
    return { status: 0, output: `Usage: ${`${name} ${command.usage}`.trim()}\n` }
  }

  if (args[0] === '--version') return { status: 0, output: renderVersion(name) }

  const places = findDataFolders(process.env)
  const input = (await command.readInput?.(args)) ?? ''
  const request = { command: [name, ...args], input }

  for (const deadline = Date.now() + patienceMs; ; await setTimeout(againMs)) {
    const answered = await runInHost(places.data, request)
    if (answered) return answered
    try {
      if (!command.startsHost) return await runHere(request, places)
      await startHost(places)
    } catch (error) {
      // Another command owns the folder for a moment, or a host is starting or ending.
      if (!isFolderTaken(error) || Date.now() > deadline) throw error
    }
  }
}

/** Runs a command in this process. The code is imported only then. */
async function runHere(request: Required<ControlRequest>, places: DataFolders): Promise<MqCommandResult> {
  const { runWithoutHost: withoutHost } = await import('./host/without-host.ts')
  return withoutHost(request, places)
}
