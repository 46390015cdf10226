/** Measures the protected call with new tokens only, each of which is verified. */
import { compare, type RowResult, type RunningSubject } from '../harness/compare.ts'
import { how } from '../harness/how.ts'
import { openMint } from '../harness/mint.ts'
import { bareVerifying } from '../peers/bare.ts'
import { withBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

/** More than one core can verify. */
const tokensPerSecond = 12_000

export function firstSeen(): Promise<RowResult[]> {
  return withBackend(async (backendPort) => {
    const { url, token, jwk, data, close } = await startSluice(backendPort)
    const mint = await openMint(data, token)
    const tokens = (seconds: number) => mint(Math.ceil(seconds * tokensPerSecond))
    const withTokens = (running: RunningSubject | undefined) => running && { ...running, headers: {}, tokens }
    const sluice = { name: 'Sluice', start: async () => ({ url, headers: {}, tokens, close }) }
    const peer = bareVerifying({ backendPort, token, jwk }, 0.9)
    const bareVerify = { ...peer, start: async () => withTokens(await peer.start()) }
    return compare('every token for the first time', sluice, [bareVerify], how)
  })
}
