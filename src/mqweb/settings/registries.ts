/**
 * The user registry of `mqwebuser.xml`: the supported types by element, and the types that IBM MQ has and this
 * server does not, which are reported as errors.
 */
import { type BasicRegistrySettings, readBasicRegistry } from './basic-registry.ts'
import type { SettingsFindings } from './findings.ts'
import { type LdapRegistrySettings, readLdapRegistry } from './ldap-registry.ts'
import type { XmlElement } from './xml.ts'

export type RegistrySettings = BasicRegistrySettings | LdapRegistrySettings

/** The reader of each supported registry, by element. */
const readers = {
  basicRegistry: readBasicRegistry,
  ldapRegistry: readLdapRegistry,
} as const

const notBuilt: Readonly<Record<string, string>> = {
  safRegistry: 'the System Authorization Facility registry of z/OS',
  quickStartSecurity: 'quick start security',
  federatedRepository: 'a federated repository',
  customRegistry: 'a custom registry',
}

const supported = 'use a <basicRegistry> or an <ldapRegistry>'

/** Returns the location of an element for an error at another element. */
function placeOf({ file, line }: XmlElement, beside: XmlElement): string {
  return file === beside.file ? `line ${line}` : `${file}:${line}`
}

/**
 * Returns the registry that the file configures, or undefined when it has none. Adds an error for an unsupported
 * or a second registry.
 */
export function readRegistry(
  server: XmlElement,
  features: readonly string[],
  findings: SettingsFindings,
): RegistrySettings | undefined {
  for (const element of server.children) {
    const what = notBuilt[element.name]
    if (what) findings.addError(element, `<${element.name}>: ${what} is not supported; ${supported}`)
  }
  if (features.some((feature) => feature.startsWith('localOSAuthenticationMQ-'))) {
    findings.addError(server, `the local operating system registry is not supported; ${supported}`)
  }

  const configured = server.children.filter(({ name }) => Object.hasOwn(readers, name))
  const [first, second] = configured
  if (second)
    findings.addError(
      second,
      `only one registry can be configured, and ${placeOf(first as XmlElement, second)} has one`,
    )
  return first && readers[first.name as keyof typeof readers](first, findings)
}
