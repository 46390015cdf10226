import type { GatewayPart } from '../../part.ts'

export const jwtPart: GatewayPart = {
  name: 'jwt',
  async loadDataPlane() {
    const { jwtGeneratePolicy } = await import('./jwt-generate.ts')
    const { jwtValidatePolicy } = await import('./jwt-validate.ts')
    return { policies: [jwtGeneratePolicy, jwtValidatePolicy] }
  },
}
