/** Displays the objects of a kind, and the authorities of the caller on each of them. */
import type { CommandResponse, Connection } from '../../../qm/index.ts'
import { CommandRejectedError } from '../../errors/command-rejected-error.ts'
import { type DisplayKind, offeredAuthorities } from './display-kinds.ts'

/** Reason codes for a generic name that matches nothing. */
const notFound = new Set([2085, 2428, 3065, 3312, 3338, 4032])

export interface DisplayQuery {
  qualifier: string
  kind: DisplayKind
  /** The attributes in lower case, the key excluded. */
  attributes: readonly string[]
}

/**
 * Returns a response for every object that the connection may display. Their attributes are read when they are
 * rendered. Throws `CommandRejectedError`.
 */
export async function displayAll(
  connection: Connection,
  { qualifier, attributes }: DisplayQuery,
): Promise<readonly CommandResponse[]> {
  const { responses } = await connection.commandJson({
    command: 'display',
    qualifier,
    name: '*',
    ...(attributes.length > 0 ? { responseParameters: attributes } : {}),
  })
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (!refusal) return responses
  if (notFound.has(refusal.reasonCode)) return []
  throw new CommandRejectedError(refusal)
}

/** Returns the caller's authorities on an object, separated by blanks: `BROWSE PUT`. */
export function listAuthorities(caller: Connection, { authority }: DisplayKind, name: string): string {
  if (!authority) return ''
  return offeredAuthorities.filter((each) => caller.holdsAuthority(authority, name, each)).join(' ')
}
