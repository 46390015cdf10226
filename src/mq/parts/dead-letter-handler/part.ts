/** The dead-letter queue handler: its program. */
import type { MqPart } from '../../part.ts'

export const deadLetterHandlerPart: MqPart = {
  name: 'dead-letter-handler',
  loadPrograms: async () => [(await import('./runmqdlq.ts')).runmqdlq],
}
