/** The checks of a call in the order in which the pipeline makes them, and the check that each reason belongs to. */
import type { CallReason } from '../../telemetry/calls/index.ts'
import { admissionStages } from './admission-stages.ts'
import { arrivalStages } from './arrival-stages.ts'
import type { ExplanationStage } from './render-facts.ts'
import { serviceStages } from './service-stages.ts'

const stages = { ...arrivalStages, ...admissionStages, ...serviceStages }

export const explanationStages: readonly ExplanationStage[] = Object.values(stages)

type StageReason = (typeof stages)[keyof typeof stages]['reasons'][number]
/** An error of types when a reason belongs to no check. */
type StageByReason<_Missing extends never = Exclude<CallReason, StageReason>> = Record<CallReason, ExplanationStage>

/** The check that fails for a reason. */
export const stageByReason = Object.fromEntries(
  explanationStages.toReversed().flatMap((stage) => stage.reasons.map((reason) => [reason, stage])),
) as Readonly<StageByReason>
