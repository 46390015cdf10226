/** Decides which clients may use a channel, by TLS, channel authentication records (CHLAUTH) and CONNAUTH. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../shared/lib/output/log.ts'
import { decideChannelAccess, findBlockedUser } from '../../manager/authority/channel-authentication.ts'
import { findPasswordObject } from '../../manager/authority/program-security.ts'
import type { ClientCredentials, ClientSecurity, PasswordVerifier } from '../../manager/types/channel-host.ts'
import type { AttributeValue, Principal } from '../../manager/types/connection.ts'
import { mqError } from '../../manager/types/errors.ts'
import type { ObjectService } from '../../manager/types/services.ts'
import { checkAddress, findHostNames, listRecords } from './sessions/channel-access.ts'
import { queueManagerUser } from './sessions/session-deps.ts'
import { toStartError } from './sessions/session-end.ts'
import { openTlsFiles } from './transport/tls-files.ts'
import { buildTlsServerOptions, checkTls } from './transport/tls-session.ts'

export interface ClientSecurityDeps {
  readonly objects: Pick<ObjectService, 'find' | 'list'>
  readonly log: Log
  /** Returns an attribute of the queue manager object. */
  attribute(keyword: string): AttributeValue | undefined
  /** Verifies passwords; undefined when the process has no user registry. */
  readonly verifyPassword: PasswordVerifier | undefined
}

export function createClientSecurity(deps: ClientSecurityDeps): ClientSecurity {
  const files = openTlsFiles(deps.attribute)
  return {
    checkPasswordPolicy() {
      const { problem } = findPasswordObject(deps)
      if (problem) throw mqError('MQRC_OPERATION_NOT_ALLOWED', problem)
    },
    checkAddress: (address) => checkAddress(address, deps),
    readTlsOptions(channel) {
      try {
        return buildTlsServerOptions(channel, files)
      } catch (error) {
        throw toStartError(error)
      }
    },
    checkTls: (channel, socket) => checkTls(channel, socket, { accepted: true }),
    authenticate: (client) => authenticate(client, deps),
  }
}

async function authenticate(client: ClientCredentials, deps: ClientSecurityDeps): Promise<Principal> {
  const { channel, address, tls, user } = client
  const records = listRecords(deps)
  const access = decideChannelAccess(records, {
    channel: channel.name,
    address,
    queueManager: '',
    clientUser: user,
    certificate: tls?.peer ?? '',
    issuer: tls?.issuer ?? '',
    hostNames: await findHostNames(address, records, deps),
  })
  if (!access.isAllowed) throw refusal(access.reason)
  if (access.warning) deps.log.warn({ channel: channel.name, address }, access.warning)

  const policy = readPasswordPolicy(access.clientCheck, deps)
  const verified = await verifyPassword(client, policy, deps)
  const principal = findPrincipal(client, access.mappedUser, verified, policy)
  if (policy.check === 'REQDADM' && principal.privileged && !verified)
    throw refusal(`user ${principal.name} is privileged and needs a password`)

  const blocking = findBlockedUser(records, channel.name, principal)
  if (!blocking) return principal
  const reason = `a BLOCKUSER record blocks the user ${principal.name} on channel ${channel.name}`
  if (blocking.attributes.WARN !== 'YES') throw refusal(reason)
  deps.log.warn(reason)
  return principal
}

type PasswordPolicy = Readonly<ReturnType<typeof readPasswordPolicy>>

/** Reads the object that CONNAUTH names. `recordCheck` is CHCKCLNT of the channel authentication record. */
function readPasswordPolicy(recordCheck: string, deps: ClientSecurityDeps) {
  const { object, problem } = findPasswordObject(deps)
  if (problem) throw refusal(problem)
  if (!object) return { check: 'NONE', adopts: false, failDelayMs: 0 }
  const { CHCKCLNT, ADOPTCTX, FAILDLAY } = object.attributes
  return {
    check: recordCheck === 'ASQMGR' ? String(CHCKCLNT) : recordCheck,
    /** Whether the user of a valid password is the user of the connection: ADOPTCTX. */
    adopts: ADOPTCTX !== 'NO',
    failDelayMs: Number(FAILDLAY ?? 1) * 1000,
  }
}

async function verifyPassword(
  { user, password, address }: ClientCredentials,
  { check, failDelayMs }: PasswordPolicy,
  deps: ClientSecurityDeps,
): Promise<Principal | undefined> {
  if (check === 'NONE') return undefined
  if (password === undefined || user === '') {
    if (check === 'REQUIRED') throw refusal('the channel needs a user name and password')
    return undefined
  }
  if (!deps.verifyPassword) throw refusal('this process has no user registry that could verify passwords')
  const verified = await deps.verifyPassword(user, password, address)
  if (verified) return verified
  await delay(failDelayMs)
  throw refusal(`the user name or password of ${user} is wrong`)
}

function findPrincipal(
  { channel, user, fallbackUser }: ClientCredentials,
  mappedUser: string | undefined,
  verified: Principal | undefined,
  { check, adopts }: PasswordPolicy,
): Principal {
  if (mappedUser) return unverified(mappedUser)
  if (verified && adopts) return verified
  const own = String(channel.attributes.MCAUSER ?? '')
  if (own !== '') return unverified(own)
  if (fallbackUser) return unverified(fallbackUser)
  if (check === 'NONE' && user !== '') return unverified(user)
  throw refusal(
    `the client has no user: give a user name and password, or set MCAUSER of ${channel.name}, or map the client with SET CHLAUTH`,
  )
}

function unverified(name: string): Principal {
  return { name, groups: [], privileged: name === queueManagerUser }
}

function refusal(text: string): Error {
  return mqError('MQRC_NOT_AUTHORIZED', text)
}
