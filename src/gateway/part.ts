/** What a part of the gateway may add: rows of tables that the core has. Every member is optional. */

import type { Command } from '../shared/cli/common/command.ts'

export interface GatewayPart {
  /** The name of its folder. */
  readonly name: string
  /** The commands of `sluice`. Their code is loaded when they run. */
  readonly commands?: readonly Command<GatewayParts>[]
}

/** The parts that the process has, as its commands get them. */
export interface GatewayParts {
  readonly gatewayParts: readonly GatewayPart[]
}
