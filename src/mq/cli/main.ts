/**
 * The process of an MQ command or program. The MQ host runs a command if there is one; otherwise this process starts a
 * host, or runs the command itself. A program runs here and calls queue managers in the MQ host.
 *
 * Usually a host runs, so this file imports only what is needed to reach it.
 */
import { setTimeout } from 'node:timers/promises'
import { handleOutputErrors } from '../../shared/cli/common/output-errors.ts'
import { renderVersion } from '../../shared/cli/common/version.ts'
import { describeError } from '../../shared/lib/files/file-error.ts'
import { becomeDataOwner } from '../../shared/process/data/index.ts'
import { mqParts } from '../parts.ts'
import {
  type ControlRequest,
  type DataFolders,
  findDataFolders,
  type MqCommand,
  MqCommandError,
  type MqCommandResult,
  renderMqCommandError,
  runInHost,
} from '../runtime/index.ts'
import { loadMqCommands } from './commands/index.ts'
import type { MqProgram } from './common/mq-program.ts'
import { isFolderTaken, startMqHost } from './host/start-mq-host.ts'
import { loadMqPrograms } from './programs/index.ts'
import { openTerminal } from './programs/open-terminal.ts'

const hostTimeoutMs = 15_000
const retryIntervalMs = 100

export async function main(name: string, args: readonly string[]): Promise<void> {
  handleOutputErrors(name)
  try {
    process.exitCode = await run(name, args)
  } catch (error) {
    process.stderr.write(`${name}: ${describeError(error)}\n`)
    process.exitCode = 71
  }
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const mqCommands = await loadMqCommands(mqParts)
  const program = (await loadMqPrograms(mqParts)).find((each) => each.name === name)
  const runnable = program ?? mqCommands.find((each) => each.name === name)
  if (!runnable) throw new Error('this build has no such command: the part that has it was left out')
  const help = ['-?', '--help', ...(runnable.options['-h'] && args.length > 1 ? [] : ['-h'])] // -h 300: handles
  if (args.some((arg) => help.includes(arg))) return printHelp(runnable)
  if (args[0] === '--version') return print({ status: 0, output: renderVersion(name) })

  const places = findDataFolders(process.env)
  becomeDataOwner(places.data)
  if (!program) return print(await runCommand(runnable as MqCommand, args, places))

  const [dspmq] = mqCommands.filter((each) => each.name === 'dspmq') as [MqCommand]
  const exists = async (manager: string | undefined) => {
    const named = manager === undefined ? ['-o', 'default'] : ['-m', manager]
    const { status, output } = await runCommand(dspmq, named, places)
    return status === 0 && (manager !== undefined || output.includes('DEFAULT(YES)'))
  }
  return program.run(args, openTerminal(places, process.env, exists))
}

async function printHelp(runnable: MqCommand | MqProgram): Promise<number> {
  const { describeOwnCommand, renderHelp } = await import('../../shared/cli/help/index.ts')
  return print({ status: 0, output: renderHelp(describeOwnCommand(runnable)) })
}

function print({ status, output, stderr = '' }: MqCommandResult): number {
  process.stdout.write(output)
  process.stderr.write(stderr)
  return status
}

async function runCommand(command: MqCommand, args: readonly string[], places: DataFolders): Promise<MqCommandResult> {
  let input: string
  try {
    input = (await command.readInput?.(args)) ?? ''
  } catch (error) {
    if (error instanceof MqCommandError) return renderMqCommandError(command, error)
    throw error
  }
  const request = { command: [command.name, ...args], input }

  for (const deadline = performance.now() + hostTimeoutMs; ; await setTimeout(retryIntervalMs)) {
    const answered = await runInHost(places.data, request)
    if (answered) return answered
    try {
      if (!command.startsHost) return await runHere(request, places)
      await startMqHost(places)
    } catch (error) {
      // Another command owns the folder for a moment, or a host is starting or ending.
      if (!isFolderTaken(error) || performance.now() > deadline) throw error
    }
  }
}

/** Runs a command in this process. The code is imported only then. */
async function runHere(request: Required<ControlRequest>, places: DataFolders): Promise<MqCommandResult> {
  const { runWithoutHost: withoutHost } = await import('./host/without-host.ts')
  return withoutHost(request, places, mqParts)
}
