/** How long a message may be: what the queue and the queue manager say in MAXMSGL. */
import type { AttributeValue, Connection } from '../../qm/index.ts'
import type { Call } from '../call.ts'

export interface LongestMessage {
  bytes: number
  /** With which a longer one is refused: 2030 of the queue, 2031 of the queue manager. */
  reasonCode: 2030 | 2031
}

/** Asked only for long messages, so it may take a command. Remote queues have no length of their own. */
export async function longestMessage({ services, params }: Call, queue?: string): Promise<LongestMessage> {
  const manager = services.installation.find(params.qmgr as string)
  const connection = manager?.connect(services.serverUser, { name: 'mqweb' })
  if (!connection) return { bytes: 0, reasonCode: 2031 }

  try {
    const ofManager = integer(await attributes(connection, 'qmgr', undefined, ['maxmsgl']), 'MAXMSGL')
    const ofQueue = queue === undefined ? undefined : await lengthOf(connection, queue)
    return ofQueue !== undefined && ofQueue <= ofManager
      ? { bytes: ofQueue, reasonCode: 2030 }
      : { bytes: ofManager, reasonCode: 2031 }
  } finally {
    await connection.close()
  }
}

/** The MAXMSGL of a local queue, or of the one that an alias stands for. */
async function lengthOf(
  connection: Connection,
  queue: string,
  followed = false,
): Promise<number | undefined> {
  const found = await attributes(connection, 'queue', queue, ['maxmsgl', 'target'])
  const target = found.get('TARGET')
  if (typeof target === 'string' && target !== '' && !followed) return lengthOf(connection, target, true)
  const length = found.get('MAXMSGL')
  return typeof length === 'number' ? length : undefined
}

async function attributes(
  connection: Connection,
  qualifier: string,
  name: string | undefined,
  responseParameters: string[],
): Promise<ReadonlyMap<string, AttributeValue>> {
  const command = {
    command: 'display',
    qualifier,
    responseParameters,
    ...(name === undefined ? {} : { name }),
  }
  const { responses } = await connection.commandJson(command)
  return new Map(responses[0]?.attributes ?? [])
}

function integer(found: ReadonlyMap<string, AttributeValue>, keyword: string): number {
  const value = found.get(keyword)
  return typeof value === 'number' ? value : 0
}
