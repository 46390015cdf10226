/** The settings of the server from `mqwebuser.xml`, checked and with all defaults. */
import type { RoleBindings } from '../identity/roles.ts'
import type { OpenidConnectSettings } from './openid-connect.ts'
import type { PropertyName, PropertyValues } from './properties.ts'
import type { RegistrySettings } from './registries.ts'
import type { TlsSettings } from './tls.ts'

export interface MqwebSettings {
  properties: PropertyValues
  /** The properties that the file sets, with their texts in the file. */
  assignedProperties: ReadonlyMap<PropertyName, string>
  security: SecuritySettings
  tls: TlsSettings
  /** Whether the feature `apiDiscovery-1.0` is on: the server then describes its REST API at `/ibm/api`. */
  describesApi: boolean
}

export interface SecuritySettings {
  /** False only when the file lists features without `appSecurity` and has no registry. */
  enabled: boolean
  /** Whether the server accepts `Authorization: Basic`. */
  basicAuthentication: boolean
  registry: RegistrySettings | undefined
  /** The provider at which users of the console sign in; undefined when the file has none. */
  provider: OpenidConnectSettings | undefined
  /** The role bindings of each application. */
  bindings: { console: RoleBindings; rest: RoleBindings }
}

/** All errors of the settings file, each with its file and line. */
export class MqwebSettingsError extends Error {
  override name = 'MqwebSettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}
