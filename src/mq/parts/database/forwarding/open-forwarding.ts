/** Fills the contract of forwarding: requests to the active instance, and those that other instances have forwarded. */
import type { OpenForwarding } from '../../../web/context/web-part.ts'
import { authenticateForwarded, findActiveElsewhere, isServedElsewhere } from './find-active-elsewhere.ts'
import { forwardedCallerHeader } from './forwarded-caller.ts'
import { openInstanceServerFinder } from './instance-server.ts'
import { openRequestForwarder } from './request-forwarder.ts'

export const openForwarding: OpenForwarding = (readServer) => {
  const server = openInstanceServerFinder(readServer)
  const forwarder = openRequestForwarder()
  return {
    callerHeader: forwardedCallerHeader,
    findActiveElsewhere,
    authenticate: authenticateForwarded,
    isServedElsewhere,
    forward: forwarder.forward,
    findServer: server.find,
    forgetServer: server.forget,
    close: forwarder.close,
  }
}
