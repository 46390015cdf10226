/** The local operating system registry: the feature `localOSAuthenticationMQ-1.0`, or `<localOSRegistry>`. */
import type { RoleBindings } from '../identity/roles.ts'
import type { ElementReader } from './element-reader.ts'

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

/** The roles that apply to an application without role bindings, as in IBM MQ. */
export const defaultLocalOsBindings: RoleBindings = [
  { role: 'MQWebAdmin', subject: { kind: 'group', name: 'mqm', realm: undefined } },
  { role: 'MFTWebAdmin', subject: { kind: 'group', name: 'mqm', realm: undefined } },
  { role: 'MQWebUser', subject: { kind: 'allAuthenticated' } },
]

/** Reads the element; without one, the settings are those of the feature alone. */
export function readLocalOsRegistry(registry?: ElementReader): LocalOsRegistrySettings {
  return {
    type: 'localOS',
    realm: registry?.text('realm') ?? 'LocalOSRegistry',
    pamService: registry?.matching('pamService', 'the name of a file in /etc/pam.d such as "login"', (text) =>
      /^[\w.-]{1,64}$/.test(text),
    ),
    helperSocket: registry?.matching('helperSocket', 'an absolute path', (text) => text.startsWith('/')),
    timeoutMs: 10_000,
  }
}
