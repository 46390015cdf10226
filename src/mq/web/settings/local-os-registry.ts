/** The local operating system registry: the feature `localOSAuthenticationMQ-1.0`, or `<localOSRegistry>`. */
import type { RoleBindings } from '../identity/roles.ts'
import type { ElementReader } from './element-reader.ts'

export type LocalOsRegistrySettings = ReturnType<typeof readLocalOsRegistry>

/** The roles that apply to an application without role bindings, as in IBM MQ. */
export const defaultLocalOsBindings: RoleBindings = [
  { role: 'MQWebAdmin', subject: { kind: 'group', name: 'mqm', realm: undefined } },
  { role: 'MFTWebAdmin', subject: { kind: 'group', name: 'mqm', realm: undefined } },
  { role: 'MQWebUser', subject: { kind: 'allAuthenticated' } },
]

/** Reads the element; without one, the settings are those of the feature alone. */
export function readLocalOsRegistry(registry?: ElementReader) {
  return {
    type: 'localOS' as const,
    realm: registry?.text('realm') ?? 'LocalOSRegistry',
    /** The PAM service; undefined for the first of `sluice`, `login` and `other` that the system has. */
    pamService: registry?.matching('pamService', 'the name of a file in /etc/pam.d such as "login"', (text) =>
      /^[\w.-]{1,64}$/.test(text),
    ),
    /** The Unix socket of the service that checks passwords; undefined for a child process. */
    helperSocket: registry?.matching('helperSocket', 'an absolute path', (text) => text.startsWith('/')),
    /** The timeout of a check, in milliseconds. */
    timeoutMs: 10_000,
  }
}
