/** A check that a call passes or fails, and the explanation of it. */

import type { PendingCheck } from '../../lib/access/explanation.ts'
import type { CallRecord, RejectionEvidence } from '../../telemetry/calls/index.ts'

export type Reason = NonNullable<CallRecord['reason']>

export interface ExplanationStage {
  check: string
  /** Policies have reasons that stand nowhere here. */
  reasons: readonly Reason[]
  /** Returns what the check found and demanded; undefined when the check does not apply to the call. */
  facts(evidence: RejectionEvidence, record: CallRecord): Omit<PendingCheck, 'check'> | undefined
}
