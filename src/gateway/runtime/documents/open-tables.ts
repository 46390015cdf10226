/** The tables of the gateway, with the rows of its parts. */
import { userRegistryTypes } from '../../../shared/registries/index.ts'
import { isSecretHash } from '../../../shared/security/index.ts'
import type { TypeTables } from '../../config/types/index.ts'
import { type DataPlaneTables, type Policy, type PolicyFiles, policies, securityTypes } from '../../data-plane/index.ts'

/** What a part may add for documents and calls. */
export interface DataPlaneRows {
  /** Loads the rows of the part for assemblies and calls. */
  readonly loadDataPlane?: () => Promise<Partial<DataPlaneTables>>
}

/** The types that a document may name, and what the data plane needs to serve it. */
export type GatewayTables = TypeTables & DataPlaneTables

/** Loads the rows that the parts add for documents and calls, and returns the tables of the gateway with them. */
export async function openTables(parts: readonly DataPlaneRows[]): Promise<GatewayTables> {
  const rows = await Promise.all(
    parts.map(async ({ loadDataPlane }): Promise<Partial<DataPlaneTables>> => (await loadDataPlane?.()) ?? {}),
  )
  return {
    ...Object.assign({}, ...rows),
    registries: userRegistryTypes,
    securities: [...securityTypes, ...rows.flatMap((each) => each.securities ?? [])],
    policies: [...policies, ...rows.flatMap((each) => each.policies ?? [])].sort(byName),
    isSecretHash,
  }
}

/** Reads the policies in files of a configuration folder; none without the part that loads them. */
export async function readPolicyFiles(configFolder: string, tables: DataPlaneTables): Promise<PolicyFiles> {
  const files = await tables.policyFiles?.read(configFolder, tables.policies)
  return files ?? { codes: [], specs: [], problems: [] }
}

const byName = (a: Policy, b: Policy) => (a.policy < b.policy ? -1 : 1)
