/** The level of monitoring, statistics or accounting of an object. */
import type { AttributeValue } from '../types/command.ts'

/**
 * Returns the own level of a queue or channel, or that of the queue manager for QMGR. NONE at the queue manager
 * overrides every object.
 */
export function findEffectiveLevel(own: AttributeValue | undefined, common: AttributeValue | undefined): string {
  if (common === 'NONE') return 'OFF'
  return String((own === undefined || own === 'QMGR' ? common : own) ?? 'OFF')
}
