/** The checks of a call in the order in which the pipeline makes them. */
import { admission } from './admission.ts'
import { arrival } from './arrival.ts'
import { service } from './service.ts'
import type { ExplanationStage } from './stage.ts'

export const stages: readonly ExplanationStage[] = [...arrival, ...admission, ...service]
