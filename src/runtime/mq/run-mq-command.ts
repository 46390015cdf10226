/** Runs a control command in the process that owns the data folder. Never throws: what went wrong is its outcome. */

import { mqCommands } from '../../cli/mq/commands/index.ts'
import { exitStatuses, MqCommandError, type MqCommandResult, type MqHost } from './mq-command.ts'

export async function runMqCommand(
  words: readonly string[],
  host: MqHost,
  input = '',
): Promise<MqCommandResult> {
  const [name, ...args] = words
  const command = mqCommands.find((each) => each.name === name)
  if (!command) return complaint(exitStatuses.usage, `there is no command "${name}"`)
  try {
    return await command.run(args, host, input)
  } catch (error) {
    if (!(error instanceof MqCommandError))
      return complaint(exitStatuses.unexpected, (error as Error).message)
    const usage = error.status === exitStatuses.usage ? [`Usage: ${`${name} ${command.usage}`.trim()}`] : []
    return complaint(error.status, error.message, ...usage)
  }
}

function complaint(status: number, ...lines: readonly string[]): MqCommandResult {
  return { status, output: '', stderr: lines.map((line) => `${line}\n`).join('') }
}
