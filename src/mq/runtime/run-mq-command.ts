import { describeError } from '../../shared/lib/files/file-error.ts'
import { describeStartError } from '../../shared/process/settings/index.ts'
import { exitStatuses, type MqCommand, MqCommandError, type MqCommandResult, type MqHost } from './mq-command.ts'

/** Runs `words`, a name of `commands` and its arguments, in the owner of the data folder. Errors become the result. */
export async function runMqCommand(
  commands: readonly MqCommand[],
  words: readonly string[],
  host: MqHost,
  input = '',
): Promise<MqCommandResult> {
  const [name, ...args] = words
  const command = commands.find((each) => each.name === name)
  if (!command) return complaint(exitStatuses.usage, `there is no command "${name}"`)
  try {
    return await command.run(args, host, input)
  } catch (error) {
    if (error instanceof MqCommandError) return renderMqCommandError(command, error)
    return complaint(exitStatuses.unexpected, describeStartError(describeError(error)))
  }
}

/** Returns the result of a command that throws the error: its status and message, with the usage for wrong arguments. */
export function renderMqCommandError(
  { name, usage }: Pick<MqCommand, 'name' | 'usage'>,
  { status, message }: MqCommandError,
): MqCommandResult {
  if (status !== exitStatuses.usage) return complaint(status, message)
  return complaint(status, message, `Usage: ${name} ${usage}`.trimEnd())
}

function complaint(status: number, ...lines: readonly string[]): MqCommandResult {
  return { status, output: '', stderr: lines.map((line) => `${line}\n`).join('') }
}
