/**
 * What a limit says after a call was counted against it.
 */
import type { CallLimit } from '../../config/types/index.ts'

/** The parts of a limit's fields that stay the same. */
export interface LimitHeaderParts {
  kind: CallLimit['kind']
  /** `name=default,` */
  name: string
  /** `name=default,100;` */
  limit: string
  /** `"default";q=100;w=3600` */
  policy: string
  /** `"default";r=` */
  state: string
}

/** What a limit says after a call was counted. */
export interface LimitReading {
  headerParts: LimitHeaderParts
  remaining: number
  secondsLeft: number
}
