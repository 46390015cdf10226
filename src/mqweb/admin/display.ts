/** Objects of a queue manager as DISPLAY commands tell them. */
import type { CommandOutcome, CommandResponse, Connection } from '../../qm/index.ts'
import { CommandRejectedError } from '../errors/command-rejected-error.ts'
import type { DisplayedAttributes } from './attributes/attribute-row.ts'

/** The object does not exist, or nothing matches a generic name. */
const notFound = new Set([2085, 2428, 3065, 3312, 3338, 4032])

/**
 * Every object that a DISPLAY shows, with all its attributes; none when there is none. Throws `CommandRefused` for
 * anything else that the queue manager says.
 */
export async function displayObjects(
  connection: Connection,
  qualifier: string,
  name: string | undefined,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<readonly CommandResponse[]> {
  const command = { command: 'display', qualifier, parameters, responseParameters: ['all'] }
  const outcome = await connection.commandJson(name === undefined ? command : { ...command, name })

  const refusal = outcome.responses.find(({ completionCode }) => completionCode === 2)
  if (!refusal) return outcome.responses
  if (notFound.has(refusal.reasonCode)) return []
  throw new CommandRejectedError(refusal)
}

/** Runs a command that changes something. Throws `CommandRefused` when it was not done. */
export function requireCommandSuccess({ responses }: CommandOutcome): void {
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (refusal) throw new CommandRejectedError(refusal)
}

export function toDisplayedAttributes(response: CommandResponse): DisplayedAttributes {
  return new Map(response.attributes ?? [])
}
