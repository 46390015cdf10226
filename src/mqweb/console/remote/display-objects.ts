/** Displays objects of a queue manager with the authority of the user, for the resources about routes. */
import type { AttributeValue, CommandResponse, Connection } from '../../../qm/index.ts'
import { CommandRejectedError } from '../../errors/command-rejected-error.ts'

/** The attributes of an object by their MQSC keywords in upper case. */
export type DisplayedObject = Readonly<Record<string, AttributeValue>>

/** Reason codes of a DISPLAY command that finds nothing. */
const notFound = new Set([2085, 3065, 4032])

/** Runs a DISPLAY command. Returns an empty list when nothing is found. Throws `CommandRejectedError`. */
export async function displayObjects(connection: Connection, command: string): Promise<readonly DisplayedObject[]> {
  const { responses } = await connection.command(command)
  const refusal = responses.find(({ completionCode }) => completionCode === 2)
  if (refusal && !notFound.has(refusal.reasonCode)) throw new CommandRejectedError(refusal)
  return responses.flatMap(({ attributes }: CommandResponse) => (attributes ? [Object.fromEntries(attributes)] : []))
}

/** Returns the queue of a name, or undefined when there is none that the user may display. */
export async function displayQueue(connection: Connection, name: string): Promise<DisplayedObject | undefined> {
  if (!/^[A-Za-z0-9./_%]{1,48}$/.test(name)) return undefined
  const keywords = 'TARGET TARGTYPE RNAME RQMNAME XMITQ USAGE CURDEPTH'
  return (await displayObjects(connection, `DISPLAY QUEUE('${name}') ${keywords}`))[0]
}
