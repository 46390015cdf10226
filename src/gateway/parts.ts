/** The parts of the gateway, in the order of their commands. Entry files read this list and hand the rows down. */
import type { GatewayPart } from './part.ts'
import { administrationPart } from './parts/administration/part.ts'
import { applicationsPart } from './parts/applications/part.ts'
import { assemblySecurityPart } from './parts/assembly-security/part.ts'
import { customPoliciesPart } from './parts/custom-policies/part.ts'
import { documentTestsPart } from './parts/document-tests/part.ts'
import { explanationsPart } from './parts/explanations/part.ts'
import { externalAuthorizationPart } from './parts/external-authorization/part.ts'
import { importPart } from './parts/import/part.ts'
import { mcpPart } from './parts/mcp/part.ts'
import { mutualTlsPart } from './parts/mutual-tls/part.ts'
import { portalPart } from './parts/portal/part.ts'
import { profilePart } from './parts/profile/part.ts'
import { thirdPartyPart } from './parts/third-party/part.ts'
import { tokensPart } from './parts/tokens/part.ts'
import { transformPart } from './parts/transform/part.ts'
import { validationPart } from './parts/validation/part.ts'
import { vaultPart } from './parts/vault/part.ts'

export const gatewayParts: readonly GatewayPart[] = [
  ...[importPart, documentTestsPart, explanationsPart, administrationPart, applicationsPart],
  ...[tokensPart, profilePart],
  ...[assemblySecurityPart, customPoliciesPart, externalAuthorizationPart, mcpPart, mutualTlsPart, portalPart],
  ...[thirdPartyPart, transformPart, validationPart, vaultPart],
]
