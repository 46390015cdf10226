/** The process: runs the command, prints its errors and sets the exit status. */
import { gatewayParts } from './gateway/parts.ts'
import { mqParts } from './mq/parts.ts'
import { listCommands, type SluiceParts } from './sandbox/cli/index.ts'
import {
  type Command,
  handleOutputErrors,
  parseArguments,
  renderVersion,
  UsageError,
} from './shared/cli/common/index.ts'
import { describeCommand, renderHelp, renderUsageLine } from './shared/cli/help/index.ts'
import { describeError } from './shared/lib/files/file-error.ts'
import { didYouMean } from './shared/lib/output/suggest.ts'
import { describeStartError, SettingError } from './shared/process/settings/index.ts'

const parts: SluiceParts = { gatewayParts, mqParts }
const commands = listCommands(parts)

handleOutputErrors('sluice')
process.exitCode = await main(process.argv.slice(2))

/** Returns the exit status: 0 for success, 1 for a failure, 2 for wrong arguments. */
async function main([name = '--help', ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === '-h') return tell(overview())
  if (name === '--version' || name === '-v' || name === 'version') return tell(renderVersion('sluice'))
  if (name === 'help') return help(args)

  const command = findCommand(name)
  if (!command) return unknownCommand(name)

  try {
    const call = parseArguments(command, args, (text) => process.stdout.write(text))
    return call.options.help ? tell(renderHelp(describeCommand(command))) : await command.run(call, parts)
  } catch (error) {
    if (error instanceof UsageError) return complain(`${error.message}\n\n${renderHint(command)}`, 2)
    if (error instanceof SettingError) return complain(error.message, 1)
    return complain(
      process.env.SLUICE_LOG === 'debug'
        ? ((error as Error).stack ?? '')
        : describeStartError(error, describeError(error)),
      1,
    )
  }
}

/** `sluice help`, and `sluice help COMMAND`. */
function help([name, ...rest]: readonly string[]): number {
  if (name === undefined || name.startsWith('-')) return tell(overview())
  if (rest.length > 0) return complain(`unexpected argument "${rest[0]}": "sluice help COMMAND" takes one command`, 2)
  const command = findCommand(name)
  return command ? tell(renderHelp(describeCommand(command))) : unknownCommand(name)
}

/** Returns the usage line of a command, and where to read more. */
function renderHint(command: Command): string {
  return `${renderUsageLine(describeCommand(command))}\nsluice help ${command.name} explains each argument.`
}

function findCommand(name: string): Command<SluiceParts> | undefined {
  return commands.find((each) => each.name === name)
}

function unknownCommand(name: string): number {
  const names = commands.map((each) => each.name)
  return complain(`there is no command "${name}"${didYouMean(name, names)}\n\n${overview()}`, 2)
}

function overview(): string {
  const width = Math.max(...commands.map((each) => each.name.length))
  const rows = commands.map((each) => `  ${each.name.padEnd(width)}  ${each.summary}`)
  return `Usage: sluice <command> [options]\n\n${rows.join('\n')}\n\n"sluice help <command>" shows how to call it, "sluice --version" the version.\n`
}

function tell(text: string): number {
  process.stdout.write(text)
  return 0
}

function complain(text: string, status: number): number {
  process.stderr.write(`sluice: ${text.trimEnd()}\n`)
  return status
}
