/** Applies channel authentication records (CHLAUTH) to partners that connect to a listener. */
import { reverse } from 'node:dns/promises'
import {
  type ChannelCaller,
  decideChannelAccess,
  findBlockedAddress,
  findBlockedUser,
  needsHostNames,
} from '../../../manager/authority/channel-authentication.ts'
import type { ObjectRecord, TlsStatus } from '../../../manager/types/services.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { queueManagerUser, type SessionDeps } from './session-deps.ts'

type Deps = Pick<SessionDeps, 'attribute' | 'log'> & {
  readonly objects: { list(kind: 'chlauth'): readonly ObjectRecord[] }
}

/** Throws a `ChannelError` for an address that a BLOCKADDR record blocks. Must be called before anything is read. */
export function checkAddress(address: string, deps: Deps): void {
  const record = findBlockedAddress(listRecords(deps), address)
  if (!record) return
  reject(`a BLOCKADDR record blocks the address ${address}`, record.attributes.WARN === 'YES', deps)
}

/** Resolves with the user that the records map the partner to, or ''. Rejects with a `ChannelError` without access. */
export async function authenticatePartner(
  { name, attributes }: ObjectRecord,
  partner: { readonly address: string; readonly queueManager: string; readonly tls: TlsStatus | undefined },
  deps: Deps,
): Promise<string> {
  const records = listRecords(deps)
  if (records.length === 0) return ''
  const { address, queueManager, tls } = partner
  const caller: ChannelCaller = {
    channel: name,
    address,
    queueManager,
    clientUser: '',
    certificate: tls?.peer ?? '',
    issuer: tls?.issuer ?? '',
    hostNames: await findHostNames(address, records, deps),
  }
  const access = decideChannelAccess(records, caller)
  if (!access.isAllowed) throw new ChannelError('NOT_AUTHORIZED', access.reason)
  if (access.warning) deps.log.warn({ channel: name, address }, access.warning)

  const user = access.mappedUser ?? String(attributes.MCAUSER ?? '')
  const blocking =
    user === '' ? undefined : findBlockedUser(records, name, { name: user, privileged: user === queueManagerUser })
  if (blocking)
    reject(`a BLOCKUSER record blocks the user ${user} on channel ${name}`, blocking.attributes.WARN === 'YES', deps)
  return access.mappedUser ?? ''
}

/** Returns the channel authentication records; none while CHLAUTH of the queue manager is DISABLED. */
export function listRecords({ attribute, objects }: Deps): readonly ObjectRecord[] {
  return attribute('CHLAUTH') === 'DISABLED' ? [] : objects.list('chlauth')
}

function reject(reason: string, warnsOnly: boolean, { log }: Deps): void {
  if (!warnsOnly) throw new ChannelError('NOT_AUTHORIZED', reason)
  log.warn(reason)
}

/** Looks the host names of an address up, when a record needs them and REVDNS of the queue manager allows it. */
export async function findHostNames(
  address: string,
  records: readonly ObjectRecord[],
  { attribute }: Pick<Deps, 'attribute'>,
): Promise<readonly string[]> {
  if (!needsHostNames(records) || attribute('REVDNS') === 'DISABLED') return []
  try {
    return await reverse(address)
  } catch {
    return []
  }
}
