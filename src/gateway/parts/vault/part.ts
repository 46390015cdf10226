import type { GatewayPart } from '../../part.ts'

export const vaultPart: GatewayPart = {
  name: 'vault',
  openSecrets: async (environment) => new (await import('./vault-secrets.ts')).VaultSecrets(environment),
}
