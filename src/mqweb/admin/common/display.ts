/** Reads objects of a queue manager with DISPLAY commands. */
import type { CommandConnection, CommandOutcome, CommandResponse } from '../../../qm/index.ts'
import { CommandRejectedError } from '../../errors/mq-errors.ts'
import type { DisplayedAttributes } from '../attributes/attribute-row.ts'

/** Reason codes for an object that does not exist, or a generic name that matches nothing. */
const notFound = new Set([2085, 2428, 3065, 3312, 3338, 4032])

/** Returns the objects that a DISPLAY command shows, with all attributes. Throws `CommandRejectedError`. */
export async function displayObjects(
  connection: CommandConnection,
  qualifier: string,
  name: string | undefined,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<readonly CommandResponse[]> {
  const command = { command: 'display', qualifier, parameters, responseParameters: ['all'] }
  return requireDisplayed(await connection.commandJson(name === undefined ? command : { ...command, name }))
}

/** Returns the responses of a DISPLAY command, none if nothing matches. Throws `CommandRejectedError` otherwise. */
export function requireDisplayed({ responses }: CommandOutcome): readonly CommandResponse[] {
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (!refusal) return responses
  if (notFound.has(refusal.reasonCode)) return []
  throw new CommandRejectedError(refusal)
}

/** Throws `CommandRejectedError` when one of the responses has completion code 2. */
export function requireCommandSuccess({ responses }: CommandOutcome): void {
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (refusal) throw new CommandRejectedError(refusal)
}

export function toDisplayedAttributes(response: CommandResponse): DisplayedAttributes {
  return new Map(response.attributes ?? [])
}
