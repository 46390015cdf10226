/** What a part of the gateway may add: rows of tables that the core has. Every member is optional. */

import type { Command } from '../shared/cli/common/command.ts'
import type { SecretEnvironment, SecretSource } from './contract/secret-source.ts'
import type { DataPlaneTables } from './data-plane/policy/policy.ts'

export interface GatewayPart {
  /** The name of its folder. */
  readonly name: string
  /** The commands of `sluice`. Their code is loaded when they run. */
  readonly commands?: readonly Command<GatewayParts>[]
  /** Loads the rows of the part for assemblies and calls. */
  readonly loadDataPlane?: () => Promise<Partial<DataPlaneTables>>
  /** Opens the source of the secrets of `$vault{}`. */
  readonly openSecrets?: (environment: SecretEnvironment) => Promise<SecretSource>
}

/** The parts that the process has, as its commands get them. */
export interface GatewayParts {
  readonly gatewayParts: readonly GatewayPart[]
}
