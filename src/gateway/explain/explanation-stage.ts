/** A check that a call passes or fails, and the explanation of it. */
import type { PendingCheck } from '../../contract/access/explanation.ts'
import type { CallRecord, RejectionEvidence } from '../../telemetry/calls/index.ts'

export interface ExplanationStage {
  /** A sentence that is true when the call passes the check. */
  check: string
  /** Whether the facts name the document that decided. Otherwise the place of the rejection does. */
  hasOwnLocation?: boolean
  /** Returns what the check found and demanded; undefined when the check does not apply to the call. */
  renderFacts(evidence: RejectionEvidence, record: CallRecord): CheckFacts | undefined
}

export type CheckFacts = Omit<PendingCheck, 'check'>
