/** The local operating system registry: PAM checks passwords, NSS supplies users and groups. */
import type { Log } from '../../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../../shared/lib/time/clock.ts'
import { RegistryUnavailableError } from '../../../../../shared/registries/index.ts'
import { openSemaphore } from '../../../../../shared/security/index.ts'
import {
  type Identity,
  noCommonName,
  openIdentityCache,
  type UserRegistry,
  unknownCommonName,
} from '../../../identity/user-registry.ts'
import type { LocalOsRegistrySettings } from '../../../settings/local-os-registry.ts'
import { MqwebSettingsError } from '../../../settings/settings.ts'
import { canBeUserName, findGroups } from './find-groups.ts'
import { findPamService, hasPamService } from './find-pam-service.ts'
import { runPamHelper } from './run-pam-helper.ts'

/** Each check is a process that hashes a password. */
const maxConcurrentChecks = 2
const maxWaitingChecks = 200

export interface LocalOsRegistryDeps {
  readonly clock: Clock
  readonly log: Log
  /** The platform and the effective user ID of this process; 0 is root. */
  readonly platform?: NodeJS.Platform
  readonly userId?: number | undefined
}

/** Returns the registry. Throws `MqwebSettingsError` when this process cannot check passwords and no helper service is configured. */
export function openLocalOsRegistry(
  { realm, pamService, helperSocket, timeoutMs }: LocalOsRegistrySettings,
  { clock, log, platform = process.platform, userId = process.geteuid?.() }: LocalOsRegistryDeps,
): UserRegistry {
  requireHelper(helperSocket, platform, userId)
  if (helperSocket === undefined && pamService !== undefined && !hasPamService(pamService))
    throw new MqwebSettingsError([
      `pamService="${pamService}" has no file in /etc/pam.d: correct the name, or make the file`,
    ])
  const known = openIdentityCache(clock, toIdentity)
  const runLimited = openSemaphore({
    maxRunning: maxConcurrentChecks,
    maxWaiting: maxWaitingChecks,
    createOverflowError: () => new RegistryUnavailableError('too many sign-ins wait for PAM'),
  })

  async function toIdentity(name: string): Promise<Identity | undefined> {
    if (!canBeUserName(name)) return undefined
    const groups = await findGroups(name)
    return groups && { name, groups }
  }

  return {
    realm,

    async authenticate(name, password) {
      if (!canBeUserName(name) || password === '' || password.includes('\0')) return undefined
      const service = pamService ?? findPamService()
      const request = { service, name, password }
      const result = await runLimited(() => runPamHelper(request, { socket: helperSocket, timeoutMs }))
      if (result.outcome !== 'accepted') {
        log.warn({ user: name, service, reason: result.reason }, 'PAM rejected a sign-in')
        return undefined
      }
      return toIdentity(name)
    },

    async identify({ commonName }) {
      return commonName === undefined ? noCommonName : ((await known.find(commonName)) ?? unknownCommonName)
    },

    find: known.find,

    foldName: (name) => name,

    async close() {},
  }
}

function requireHelper(helperSocket: string | undefined, platform: NodeJS.Platform, userId: number | undefined): void {
  if (platform !== 'linux') {
    throw new MqwebSettingsError([
      `the local operating system registry needs Linux-PAM, and this system is "${platform}"; use a <basicRegistry> or an <ldapRegistry>`,
    ])
  }
  if (userId !== 0 && helperSocket === undefined) {
    throw new MqwebSettingsError([
      `the local operating system registry needs the rights of root to check passwords with PAM, and this process runs as user ID ${userId}. ` +
        'Install the PAM helper service and set <localOSRegistry helperSocket="/run/sluice-pam.sock"/> (docs/mqwebuser.md), or start the server as root',
    ])
  }
}
