/** `runmqsc`: runs a script of MQSC commands, a call for each command, so that results appear as it is typed. */
import { type FileHandle, open } from 'node:fs/promises'
import type { CommandOutcome } from '../../manager/index.ts'
import {
  exitStatuses,
  MqCommandError,
  MqiCallError,
  type MqOptions,
  renderMqCommandError,
} from '../../runtime/index.ts'
import type { MqProgram, Terminal } from '../common/mq-program.ts'
import { lastValue, parseOptions } from '../common/options.ts'

const otherManager =
  'commands for another queue manager go to its web server: runmqsc -c with SLUICE_MQ_URL, instead of -w'

/** The options of `runmqsc`, with and without `-c`. */
export const runmqscOptions: MqOptions = {
  '-e': { help: 'do not print the commands of the script' },
  '-v': { help: 'check the script without running it' },
  '-f': { value: 'File', help: 'the script; standard input when absent' },
  '-c': { help: 'send the script to the web server of SLUICE_MQ_URL' },
  '-u': { value: 'User', help: 'with -c: the user of the web server; SLUICE_MQ_USER when absent' },
  '-w': { value: 'Seconds', help: 'not supported: use -c' },
  '-x': { help: 'not supported' },
}

export const runmqsc: MqProgram = {
  name: 'runmqsc',
  summary: 'run a script of MQSC commands on a queue manager',
  usage: '[-e] [-v] [-f File] [QMgrName], or -c [-u User] [-e] [-f File] QMgrName',
  options: runmqscOptions,

  async run(args, terminal) {
    try {
      if (!args.includes('-c')) return await runHere(args, terminal)
      const { runMqscOverRest } = await import('./run-mqsc-over-rest.ts')
      return await runMqscOverRest(args, terminal)
    } catch (error) {
      if (!(error instanceof MqCommandError)) throw error
      const { status, stderr = '' } = renderMqCommandError(runmqsc, error)
      terminal.writeError(stderr)
      return status
    }
  },
}

async function runHere(args: readonly string[], terminal: Terminal): Promise<number> {
  const given = parseOptions(args, { options: runmqscOptions, positionals: { min: 0, max: 1 } })
  const { flags, values, positionals } = given
  if (values.has('-w') || flags.has('-x')) throw new MqCommandError(exitStatuses.usage, otherManager)
  if (values.has('-u'))
    throw new MqCommandError(
      exitStatuses.usage,
      '-u needs -c: without it, the owner of the data folder runs the script',
    )
  const input = await openScript(lastValue(given, '-f'), terminal)
  using connection = await connect(terminal, positionals[0])
  const { runMqscScript } = await import('./run-mqsc-script.ts')
  const verify = flags.has('-v') ? (await import('../../manager/index.ts')).verifyCommand : undefined
  return await runMqscScript({
    manager: connection.manager,
    run: (command) => (verify ?? connection.command)(command).catch(describeFailure),
    input,
    quiet: flags.has('-e'),
    write: (text) => terminal.write(text),
  })
}

/** Connects to the queue manager. Throws a `MqCommandError` with the message of MQ when there is none or it does not run. */
async function connect(terminal: Terminal, name: string | undefined) {
  try {
    return await terminal.connect(name, 'runmqsc', 'operator')
  } catch (error) {
    if (!(error instanceof MqiCallError)) throw error
    const manager = name ?? 'default'
    if (error.reasonCode === 2058 && name === undefined)
      throw new MqCommandError(72, 'AMQ8147E: there is no default queue manager; name one.')
    if (error.reasonCode === 2058)
      throw new MqCommandError(exitStatuses.unknown, `AMQ8118E: IBM MQ queue manager '${manager}' does not exist.`)
    throw new MqCommandError(exitStatuses.notAvailable, `AMQ8146E: IBM MQ queue manager '${manager}' not available.`)
  }
}

/** The queue manager has ended, or its host has: the following commands may find it again. */
function describeFailure({ reasonCode = 2195, message }: Error & { reasonCode?: number }): CommandOutcome {
  const messages = [`AMQ8101S: IBM MQ error: ${message}`]
  return { completionCode: 2, reasonCode, responses: [{ completionCode: 2, reasonCode, messages }] }
}

/** Returns the lines of a file, or of standard input without one, as they arrive. Rejects when the file cannot be opened. */
export async function openScript(file: string | undefined, terminal: Terminal): Promise<AsyncIterable<string>> {
  return file === undefined ? terminal.readLines() : readLines(await open(file))
}

/**
 * Yields the lines of the file, which closes with its last line. It is read from the first request for a line on:
 * readline loses the lines, and its end, that arrive before its iterator exists.
 */
async function* readLines(file: FileHandle): AsyncGenerator<string> {
  yield* file.readLines()
}
