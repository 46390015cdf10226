/** The settings of the rotation of the audit trail. */
import { dayMs } from '../../lib/time/durations.ts'
import type { AuditRotation } from '../../telemetry/audit/index.ts'
import { parseWholeNumber } from './parse-setting.ts'
import type { SettingText, SettingVariable } from './setting-variables.ts'

const megabyte = 1_048_576

/** Throws `SettingError`. */
export function readAuditRotation(text: SettingText): AuditRotation {
  const read = (name: SettingVariable, max: number) => parseWholeNumber(text, name, 0, max)
  return {
    maxBytes: read('SLUICE_AUDIT_MAX_MB', 1_048_576) * megabyte,
    maxAgeMs: read('SLUICE_AUDIT_MAX_DAYS', 3_650) * dayMs,
    keptFiles: read('SLUICE_AUDIT_KEEP', 100_000),
  }
}
