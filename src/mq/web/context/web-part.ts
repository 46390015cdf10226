/** What a part may add to the MQ web server. Its code is loaded when the server is opened. */
import type { OpenForwarding } from './forwarding.ts'

export interface WebPart {
  /** Loads the function that opens the forwarding of requests to active instances on other machines. */
  readonly loadForwarding?: () => Promise<OpenForwarding>
}
