/** Runs a control command in the process that owns the data folder. Never throws: what went wrong is its outcome. */

import { mqCommands } from '../../cli/mq/commands/index.ts'
import { CommandFailed, type Host, type Outcome, statuses } from './command.ts'

export async function runMqCommand(words: readonly string[], host: Host, input = ''): Promise<Outcome> {
  const [name, ...args] = words
  const command = mqCommands.find((each) => each.name === name)
  if (!command) return complaint(statuses.usage, `there is no command "${name}"`)
  try {
    return await command.run(args, host, input)
  } catch (error) {
    if (!(error instanceof CommandFailed)) return complaint(statuses.unexpected, (error as Error).message)
    const usage = error.status === statuses.usage ? [`Usage: ${`${name} ${command.usage}`.trim()}`] : []
    return complaint(error.status, error.message, ...usage)
  }
}

function complaint(status: number, ...lines: readonly string[]): Outcome {
  return { status, output: '', complaint: lines.map((line) => `${line}\n`).join('') }
}
