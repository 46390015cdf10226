/** Puts the content of a staged file to a destination queue, in the unit of work that records the outcome. */
import { open } from 'node:fs/promises'
import type { Connection, UnitOfWork } from '../../qm/index.ts'
import type { VerifiedItem } from './incoming-item.ts'

/** Puts one message, or several of `messageSize` bytes as a group. Rejects with an `MqError`. */
export async function putStagedFile(
  connection: Connection,
  { opening, staged, size }: VerifiedItem,
  transfer: string,
  unitOfWork: UnitOfWork,
): Promise<void> {
  const [queue = '', queueManager] = opening.target.split('@')
  const { messageSize = Math.max(size, 1) } = opening
  const count = Math.max(1, Math.ceil(size / messageSize))
  const file = await open(staged, 'r')
  try {
    for (let sequence = 1; sequence <= count; sequence += 1) {
      const from = (sequence - 1) * messageSize
      const body = Buffer.alloc(Math.min(messageSize, size - from))
      if (body.length > 0) await file.read(body, 0, body.length, from)
      await connection.put(
        { queue, ...(queueManager !== undefined && { queueManager }) },
        {
          body,
          format: opening.mode === 'text' ? 'MQSTR' : '',
          persistence: 'persistent',
          ...(count > 1 && { group: { id: transfer, sequence, isLast: sequence === count } }),
        },
        { unitOfWork },
      )
    }
  } finally {
    await file.close()
  }
}
