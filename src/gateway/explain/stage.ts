/** One check of a call, with the reasons for which it fails. */

import type { PendingCheck } from '../../lib/access/explanation.ts'
import type { CallRecord, RejectionEvidence } from '../../telemetry/calls/index.ts'

export type Reason = NonNullable<CallRecord['reason']>

export interface ExplanationStage {
  check: string
  /** Policies have reasons that stand nowhere here. */
  reasons: readonly Reason[]
  /** Undefined when it is not made for such a call. */
  facts(evidence: RejectionEvidence, record: CallRecord): Omit<PendingCheck, 'check'> | undefined
}
