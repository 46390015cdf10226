/**
 * The rejection of what would make an object part of a cluster: the queue manager joins none.
 *
 * Blank names are accepted, so that the definitions of another queue manager can be run. The default objects of the
 * cluster channel types exist for the same reason.
 */
import type { AttributeValues } from '../../objects/definitions/object-definition.ts'
import type { ObjectRecord } from '../../types/services.ts'
import { CommandError } from '../language/messages.ts'

/** Returns the error for a request that needs a cluster. `request` is its text in MQSC, for example `CLUSTER(SALES)`. */
export function clusterError(request: string): CommandError {
  const text =
    `${request} is for clusters, and this queue manager joins none;` +
    ' connect queue managers with channels of the types SDR and RCVR, or SVR and RQSTR'
  return new CommandError('AMQ8404E', text, { reasonCode: 2549 }) // MQRC_OPERATION_NOT_ALLOWED
}

/** The attributes that make an object part of a cluster. Others about clusters are accepted and have no effect. */
const memberAttributes = ['CLUSTER', 'CLUSNL', 'REPOS', 'REPOSNL']

/** Throws when a command makes an object part of a cluster, except for values that `before` has. */
export function checkNoCluster(type: string, given: AttributeValues, before: ObjectRecord | undefined): void {
  if (isClusterChannelType(type) && !before) throw clusterError(`CHLTYPE(${type})`)
  for (const keyword of memberAttributes) {
    const value = given[keyword]
    if (value && value !== before?.attributes[keyword]) throw clusterError(`${keyword}(${value})`)
  }
}

export function isClusterChannelType(type: string): boolean {
  return type === 'CLUSSDR' || type === 'CLUSRCVR'
}
