/** The state of a limit after a call was counted against it, and how the response shows it. */
import type { CallLimit } from '../../config/types/index.ts'

/** The texts of a limit's response headers that are the same for all calls. */
export interface LimitHeaderTexts {
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

/** The state of a limit after a call was counted. */
export interface LimitStatus {
  headerTexts: LimitHeaderTexts
  remaining: number
  secondsLeft: number
}
