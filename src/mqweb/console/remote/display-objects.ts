/** Displays objects of a queue manager with the authority of the user, for the resources about routes. */
import type { AttributeValue, Connection } from '../../../qm/index.ts'
import { requireDisplayed } from '../../admin/common/display.ts'

/** The attributes of an object by their MQSC keywords in upper case. */
export type DisplayedObject = Readonly<Record<string, AttributeValue>>

/** Runs a DISPLAY command. Returns an empty list when nothing is found. Throws `CommandRejectedError`. */
export async function displayObjects(connection: Connection, command: string): Promise<readonly DisplayedObject[]> {
  const responses = requireDisplayed(await connection.command(command))
  return responses.flatMap(({ attributes }) => (attributes ? [Object.fromEntries(attributes)] : []))
}

/** Returns the queue of a name, or undefined when there is none that the user may display. */
export async function displayQueue(connection: Connection, name: string): Promise<DisplayedObject | undefined> {
  if (!/^[A-Za-z0-9./_%]{1,48}$/.test(name)) return undefined
  const keywords = 'TARGET TARGTYPE RNAME RQMNAME XMITQ USAGE CURDEPTH'
  return (await displayObjects(connection, `DISPLAY QUEUE('${name}') ${keywords}`))[0]
}
