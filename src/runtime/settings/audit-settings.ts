/** The settings of the rotation of the audit trail. */

import { dayMs } from '../../lib/time/durations.ts'
import type { AuditRotation } from '../../telemetry/audit/index.ts'
import { parseWholeNumber } from './parse-setting.ts'

export const auditVariables = {
  SLUICE_AUDIT_MAX_MB: ['64', 'size in MiB at which the [audit trail](#audit-trail) is rotated; 0 for no limit'],
  SLUICE_AUDIT_MAX_DAYS: ['0', 'age in days at which the audit trail is rotated; 0 for no limit'],
  SLUICE_AUDIT_KEEP: ['0', 'rotated files of the audit trail that are kept; 0 keeps all'],
} as const

const megabyte = 1_048_576

/** Throws `SettingError`. */
export function readAuditRotation(text: (name: keyof typeof auditVariables) => string): AuditRotation {
  const read = (name: keyof typeof auditVariables, max: number) => parseWholeNumber(name, text(name), 0, max)
  return {
    maxBytes: read('SLUICE_AUDIT_MAX_MB', 1_048_576) * megabyte,
    maxAgeMs: read('SLUICE_AUDIT_MAX_DAYS', 3_650) * dayMs,
    keptFiles: read('SLUICE_AUDIT_KEEP', 100_000),
  }
}
