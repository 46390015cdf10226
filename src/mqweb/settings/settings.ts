/** The settings of the server, as `mqwebuser.xml` says them: whole, checked, with every default filled in. */
import type { RoleBindings } from '../identity/roles.ts'
import type { PropertyName, PropertyValues } from './properties.ts'
import type { RegistrySettings } from './registries.ts'
import type { TlsSettings } from './tls.ts'

export interface MqwebSettings {
  properties: PropertyValues
  /** The properties that the file sets itself, with the text of each as it stands there. */
  assignedProperties: ReadonlyMap<PropertyName, string>
  security: SecuritySettings
  tls: TlsSettings
}

export interface SecuritySettings {
  /** False only when the file lists features and `appSecurity` is not among them, and has no registry either. */
  enabled: boolean
  /** Whether `Authorization: Basic` is looked at. */
  basicAuthentication: boolean
  registry: RegistrySettings | undefined
  /** Bound for each application by itself. */
  bindings: { console: RoleBindings; rest: RoleBindings }
}

/** Everything that is wrong with the file, each with its line. */
export class MqwebSettingsError extends Error {
  override name = 'SettingsProblem'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}
