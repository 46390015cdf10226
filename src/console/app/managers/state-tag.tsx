/** The state of a queue manager as a coloured word. */
import { Tag } from '@carbon/react'

import type { Manager } from '../api/managers.ts'
import { isEnded, isRunning, stateInWords } from './states.ts'

export function StateTag({ manager }: { manager: Pick<Manager, 'state'> }) {
  const colour = isRunning(manager) ? 'green' : isEnded(manager) ? 'gray' : 'blue'
  return (
    <Tag type={colour} size="md">
      {stateInWords(manager)}
    </Tag>
  )
}
