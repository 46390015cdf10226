/** Shows the state of a queue manager as a coloured tag. */
import { Tag } from '@carbon/react'

import type { QueueManager } from '../api/managers.ts'
import { describeManagerState, isManagerEnded, isManagerRunning } from './manager-states.ts'

export function ManagerStateTag({ manager }: { manager: Pick<QueueManager, 'state'> }) {
  const colour = isManagerRunning(manager) ? 'green' : isManagerEnded(manager) ? 'gray' : 'blue'
  return (
    <Tag type={colour} size="md">
      {describeManagerState(manager)}
    </Tag>
  )
}
