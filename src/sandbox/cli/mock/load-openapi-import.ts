import type { GatewayPart, OpenApiImport } from '../../../gateway/part.ts'
import { UsageError } from '../../../shared/cli/common/command.ts'

/** Returns what reads OpenAPI files, for a command. Rejects with `UsageError` when no part of the gateway does it. */
export async function loadOpenApiImport(command: string, parts: readonly GatewayPart[]): Promise<OpenApiImport> {
  const { loadOpenApiImport: load } = parts.find((each) => each.loadOpenApiImport) ?? {}
  if (load) return load()
  throw new UsageError(`sluice ${command} reads an OpenAPI file, and this gateway has no part that does`)
}
