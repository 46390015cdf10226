import type { GatewayPart } from '../../part.ts'

export const thirdPartyPart: GatewayPart = {
  name: 'third-party',
  async loadDataPlane() {
    const [{ buildProviderAssemblies }, { openThirdPartyVerifiers }] = await Promise.all([
      import('./provider-assembly.ts'),
      import('./third-party-verifiers.ts'),
    ])
    return { buildProviderAssemblies, openThirdPartyVerifiers }
  },
}
