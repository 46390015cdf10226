/**
 * The rejection of everything about clusters: the queue manager joins none.
 *
 * Attributes with their initial value are accepted, so that the definitions of another queue manager can be run. The
 * default objects of the cluster channel types exist for the same reason.
 */
import { type AttributeValues, initialAttributes } from '../../objects/definitions/object-definition.ts'
import { objectDefinitions } from '../../objects/object-definitions.ts'
import type { ObjectKind, ObjectRecord } from '../../types/services.ts'
import { CommandError } from '../language/messages.ts'

/** MQRC_OPERATION_NOT_ALLOWED. */
const notAllowed = 2549

/** Returns the error for a request that needs a cluster. `request` is its text in MQSC, for example `CLUSTER(SALES)`. */
export function clusterError(request: string): CommandError {
  const text =
    `${request} is for clusters, and this queue manager joins none;` +
    ' connect queue managers with channels of the types SDR and RCVR, or SVR and RQSTR'
  return new CommandError('AMQ8404E', text, { reasonCode: notAllowed })
}

const clusterChannelTypes: readonly string[] = ['CLUSSDR', 'CLUSRCVR']

/** The attributes about clusters of each kind of object, with the values that are accepted beside the initial one. */
export const clusterAttributes: Partial<Record<ObjectKind, Readonly<Record<string, readonly string[]>>>> = {
  queue: { CLUSTER: [], CLUSNL: [], CLCHNAME: [], CLWLPRTY: [], CLWLRANK: [], CLWLUSEQ: [] },
  topic: { CLUSTER: [], CLROUTE: [] },
  channel: { CLUSTER: [], CLUSNL: [], CLWLPRTY: [], CLWLRANK: [], CLWLWGHT: [], NETPRTY: [] },
  qmgr: {
    REPOS: [],
    REPOSNL: [],
    CLWLDATA: [],
    CLWLEXIT: [],
    CLWLLEN: [],
    CLWLMRUC: [],
    CLWLUSEQ: [],
    DEFCLXQ: [],
    MONACLS: ['OFF'],
    STATACLS: ['OFF'],
    PSCLUS: ['DISABLED'],
  },
}

/** Throws when a command defines or alters an object for a cluster, except for values that `before` has. */
export function checkNoCluster(
  kind: ObjectKind,
  type: string,
  given: AttributeValues,
  before: ObjectRecord | undefined,
): void {
  if (isClusterChannelType(type) && !before) throw clusterError(`CHLTYPE(${type})`)
  const initial = initialAttributes(objectDefinitions[kind], type)
  for (const [keyword, accepted] of Object.entries(clusterAttributes[kind] ?? {})) {
    const value = given[keyword]
    if (value === undefined || value === initial[keyword] || value === before?.attributes[keyword]) continue
    if (!accepted.includes(String(value))) throw clusterError(`${keyword}(${value})`)
  }
}

export function isClusterChannelType(type: string): boolean {
  return clusterChannelTypes.includes(type)
}
