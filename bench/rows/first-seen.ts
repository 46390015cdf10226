/** Measures the protected call with new tokens only, each of which is verified. */
import { compare, type RowResult, type RunningSubject } from '../harness/compare.ts'
import { roundOptions } from '../harness/round-options.ts'
import { openTokenGenerator } from '../harness/token-generator.ts'
import { bareVerifyingProxy } from '../peers/bare.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

/** More than one core can verify. */
const tokensPerSecond = 12_000

export function measureFirstSeen(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const { url, token, jwk, data, pid, close } = await startSluice(backendPort)
    const mint = await openTokenGenerator(data, token)
    const tokens = (seconds: number) => mint(Math.ceil(seconds * tokensPerSecond))
    const withTokens = (running: RunningSubject | undefined) => running && { ...running, headers: {}, tokens }
    const sluice = { name: 'Sluice', start: async () => ({ url, headers: {}, tokens, pids: [pid], close }) }
    const peer = bareVerifyingProxy({ backendPort, token, jwk }, 0.9)
    const bareVerify = { ...peer, start: async () => withTokens(await peer.start()) }
    return compare('every token for the first time', sluice, [bareVerify], roundOptions)
  })
}
