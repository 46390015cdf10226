/** Sends requests to the MQ web server of the active instance of a queue manager. */
import type { ActiveInstanceInfo, QueueManager } from '../../qm/index.ts'
import type { RestContext, RestResponse } from './rest-context.ts'

/** A queue manager of this installation, and its active instance in another process. */
export interface ActiveElsewhere {
  readonly manager: QueueManager
  readonly active: ActiveInstanceInfo
}

export interface RequestForwarder {
  /**
   * Returns the response of the active instance. Throws MQWB0045E (503) when it cannot be reached, or when another
   * instance becomes active before it has responded.
   */
  forward(context: RestContext, application: 'rest' | 'console', elsewhere: ActiveElsewhere): Promise<RestResponse>
  close(): Promise<void>
}
