/** The registry of `mqwebuser.xml`: the supported types by element. Those that only IBM MQ has are errors. */
import type { RoleBindings } from '../identity/roles.ts'
import { type BasicRegistrySettings, readBasicRegistry } from './basic-registry.ts'
import type { ElementReader } from './element-reader.ts'
import { type LdapRegistrySettings, readLdapRegistry } from './ldap-registry.ts'
import { defaultLocalOsBindings, type LocalOsRegistrySettings, readLocalOsRegistry } from './local-os-registry.ts'
import { bindProfiles, readSafRegistry, type SafRegistrySettings } from './saf-registry.ts'

export type RegistrySettings =
  | BasicRegistrySettings
  | LdapRegistrySettings
  | LocalOsRegistrySettings
  | SafRegistrySettings

const readers = {
  basicRegistry: readBasicRegistry,
  ldapRegistry: readLdapRegistry,
  localOSRegistry: readLocalOsRegistry,
  safRegistry: readSafRegistry,
} as const

const notBuilt: Readonly<Record<string, string>> = {
  quickStartSecurity: 'quick start security',
  federatedRepository: 'a federated repository',
  customRegistry: 'a custom registry',
}

const supported = `use one of ${Object.keys(readers)
  .map((name) => `<${name}>`)
  .join(', ')}`

/** Returns the configured registry, if any. Adds an error for an unsupported or a second registry. */
export function readRegistry(server: ElementReader, features: readonly string[]): RegistrySettings | undefined {
  const elements = server.children()
  for (const element of elements) {
    const what = notBuilt[element.name]
    if (what) element.fail(`<${element.name}>: ${what} is not supported; ${supported}`)
  }
  const [first, second] = elements.filter(({ name }) => Object.hasOwn(readers, name))
  if (first && second) {
    const { file, line } = first.element
    const place = file === second.element.file ? `line ${line}` : `${file}:${line}`
    second.fail(`only one registry can be configured, and ${place} has one`)
  }
  const hasLocalOs = features.some((feature) => feature.startsWith('localOSAuthenticationMQ-'))
  if (hasLocalOs && first && first.name !== 'localOSRegistry')
    first.fail(
      `the feature localOSAuthenticationMQ enables the local operating system registry; remove it or <${first.name}>`,
    )
  if (first) return readers[first.name as keyof typeof readers](first, server)
  return hasLocalOs ? readLocalOsRegistry() : undefined
}

/** Returns the role bindings of an application: those of the file, or those that the registry supplies. */
export function completeBindings(
  application: 'console' | 'rest',
  configured: RoleBindings,
  registry: RegistrySettings | undefined,
): RoleBindings {
  if (registry?.type === 'localOS' && configured.length === 0) return defaultLocalOsBindings
  if (registry?.type === 'saf' && registry.profileUrl) return bindProfiles(registry, application)
  return configured
}
