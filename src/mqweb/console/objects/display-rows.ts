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

export interface DisplayedObject {
  name: string
  response: CommandResponse
  /** Whether the caller has no DSP authority, so that only the name and the type are shown. */
  isNameOnly: boolean
}

/** Returns every object that the connection may display. Throws `CommandRejectedError`. */
export async function displayAll(
  connection: Connection,
  { qualifier, kind, attributes }: DisplayQuery,
): Promise<DisplayedObject[]> {
  const { responses } = await connection.commandJson({
    ...{ command: 'display', qualifier, name: '*' },
    ...(attributes.length > 0 ? { responseParameters: attributes } : {}),
  })
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (refusal && !notFound.has(refusal.reasonCode)) throw new CommandRejectedError(refusal)
  const keyword = kind.key.toUpperCase()
  return responses.flatMap((response) => {
    if (response.completionCode === 2 || !response.attributes) return []
    const name = response.attributes.find(([each]) => each === keyword)?.[1]
    return [{ name: String(name ?? ''), response, isNameOnly: false }]
  })
}

/**
 * Returns the objects that the caller may use but not display: `all` are the objects of the queue manager, `known`
 * those that the caller may display.
 */
export function findUsable(
  caller: Connection,
  { kind }: DisplayQuery,
  all: readonly DisplayedObject[],
  known: readonly DisplayedObject[],
): DisplayedObject[] {
  const { authority, useAuthorities = [] } = kind
  if (!authority) return []
  const names = new Set(known.map(({ name }) => name))
  return all
    .filter(
      ({ name }) =>
        !names.has(name) && useAuthorities.some((each) => caller.holdsAuthority(authority, name, each)),
    )
    .map((object) => ({ ...object, isNameOnly: true }))
}

/** Returns the caller's authorities on an object, separated by blanks: `BROWSE PUT`. */
export function listAuthorities(caller: Connection, { authority }: DisplayKind, name: string): string {
  if (!authority) return ''
  return offeredAuthorities.filter((each) => caller.holdsAuthority(authority, name, each)).join(' ')
}
