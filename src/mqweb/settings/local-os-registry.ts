/** The local operating system registry: the feature `localOSAuthenticationMQ-1.0`, or `<localOSRegistry>`. */
import type { RoleBindings } from '../identity/roles.ts'
import type { SettingsFindings } from './findings.ts'
import type { XmlElement } from './xml.ts'

export interface LocalOsRegistrySettings {
  type: 'localOS'
  realm: string
  /** The PAM service; undefined for the first of `sluice`, `login` and `other` that the system has. */
  pamService: string | undefined
  /** The Unix socket of the service that checks passwords; undefined for a child process. */
  helperSocket: string | undefined
  /** The timeout of a check, in milliseconds. */
  timeoutMs: number
}

const defaults = { realm: 'LocalOSRegistry', timeoutMs: 10_000 } as const

/** The settings of the feature without an element. */
export const defaultLocalOsRegistry: LocalOsRegistrySettings = {
  type: 'localOS',
  ...defaults,
  pamService: undefined,
  helperSocket: undefined,
}

/** The roles that apply to an application without role bindings, as in IBM MQ. */
export const defaultLocalOsBindings: RoleBindings = [
  { role: 'MQWebAdmin', subject: { kind: 'group', name: 'mqm', realm: undefined } },
  { role: 'MFTWebAdmin', subject: { kind: 'group', name: 'mqm', realm: undefined } },
  { role: 'MQWebUser', subject: { kind: 'allAuthenticated' } },
]

export function readLocalOsRegistry(element: XmlElement, findings: SettingsFindings): LocalOsRegistrySettings {
  const pamService = findings.readAttribute(element, 'pamService')
  if (pamService !== undefined && !/^[\w.-]{1,64}$/.test(pamService)) {
    findings.addError(
      element,
      `pamService must be the name of a file in /etc/pam.d such as "login", found "${pamService}"`,
    )
  }
  const helperSocket = findings.readAttribute(element, 'helperSocket')
  if (helperSocket !== undefined && !helperSocket.startsWith('/'))
    findings.addError(element, `helperSocket must be an absolute path, found "${helperSocket}"`)
  return {
    type: 'localOS',
    realm: findings.readAttribute(element, 'realm') ?? defaults.realm,
    pamService,
    helperSocket,
    timeoutMs: defaults.timeoutMs,
  }
}
