/** Puts the reply of a destination agent for the source agent of a transfer. */
import type { Connection } from '../../qm/index.ts'
import type { DestinationReply } from '../types/frame.ts'
import { agentQueueName, formats } from '../types/names.ts'
import type { AgentAddress } from '../types/request.ts'

/** A reply that is older is of no use: the source has asked again. */
const lifetimeMs = 150_000

export async function putReply(
  connection: Connection,
  { name, qmgrName }: AgentAddress,
  reply: DestinationReply,
): Promise<void> {
  await connection.put(
    { queue: agentQueueName('REPLY', name), queueManager: qmgrName },
    {
      body: Buffer.from(JSON.stringify(reply)),
      format: formats.reply,
      persistence: 'nonPersistent',
      expiry: lifetimeMs,
    },
  )
}
