/** Runs a script of MQSC commands on a queue manager and reports the result of each command. */
import type { CommandOutcome } from '../../manager/index.ts'
import { isSyntaxError, readScript, renderInColumns } from '../../manager/mqsc/script/index.ts'

export interface MqscScriptOptions {
  /** The name of the queue manager. */
  manager: string
  /** Runs one MQSC command in this process or another one. */
  run(command: string): Promise<CommandOutcome>
  /** The lines of the script. */
  input: AsyncIterable<string> | Iterable<string>
  write(text: string): void
  /** Whether the output has only failures and the summary, without the lines of the script. */
  quiet?: boolean
}

/** Resolves with the exit status: 0 when every command was processed, otherwise 10. Rejects with the error of `run`. */
export async function runMqscScript({ manager, run, input, write, quiet = false }: MqscScriptOptions): Promise<number> {
  const count = { read: 0, malformed: 0, failed: 0 }
  write(`Sluice MQSC.\nStarting MQSC for queue manager ${manager}.\n\n\n`)

  for await (const { lines, command } of readScript(input)) {
    if (command !== undefined) count.read++
    if (!quiet) write(echo(lines, command === undefined ? undefined : count.read))
    if (command === undefined) continue

    const { responses, completionCode } = await run(command)
    const malformed = responses.some(({ messages }) => isSyntaxError(messages[0] ?? ''))
    if (malformed) count.malformed++
    else if (completionCode !== 0) count.failed++
    for (const line of responses.flatMap(renderInColumns)) write(`${line}\n`)
  }

  write(summary(count))
  return count.malformed + count.failed > 0 ? 10 : 0
}

/** Returns the lines as they were read, with the number of the command before the first one. */
function echo(lines: readonly string[], number: number | undefined): string {
  return lines
    .map((line, place) => `${place === 0 && number ? String(number).padStart(6) : ' '.repeat(6)} : ${line}\n`)
    .join('')
}

function summary({ read, malformed, failed }: { read: number; malformed: number; failed: number }): string {
  const lines = [
    counted(read, 'No MQSC commands read', 'One MQSC command read', 'MQSC commands read'),
    counted(
      malformed,
      'No commands have a syntax error',
      'One command has a syntax error',
      'commands have a syntax error',
    ),
    counted(
      failed,
      'All valid MQSC commands were processed',
      'One valid MQSC command could not be processed',
      'valid MQSC commands could not be processed',
    ),
  ]
  return lines.map((line) => `${line}.\n`).join('')
}

function counted(count: number, none: string, one: string, many: string): string {
  if (count === 0) return none
  return count === 1 ? one : `${count} ${many}`
}
