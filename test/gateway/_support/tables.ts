/** The parts and the tables of a gateway with every part. */
import type { Config, Problem } from '../../../src/gateway/config/types/index.ts'
import * as dataPlane from '../../../src/gateway/data-plane/index.ts'
import { gatewayParts } from '../../../src/gateway/parts.ts'
import { openTables } from '../../../src/gateway/runtime/documents/open-tables.ts'

export { gatewayParts }
export const typeTables = await openTables(gatewayParts)

export function findGatewayProblems(config: Config, locate?: dataPlane.LocateValue): readonly Problem[] {
  return dataPlane.findGatewayProblems(config, typeTables, locate)
}
