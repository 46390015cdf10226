/** Measures the protected call with 10,000 live tokens of 1,000 applications in turn, beside one token. */
import { rm } from 'node:fs/promises'
import { compare, type RowResult } from '../harness/compare.ts'
import { writeManyDocuments } from '../harness/documents.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { openTokenGenerator } from '../harness/token-generator.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export async function measureManyTokens(): Promise<RowResult[]> {
  const [tokens, applications] = [scaleCount(10_000), scaleCount(1_000)]
  const documents = await writeManyDocuments({ applications })
  try {
    return await runWithBackend(async (backendPort) => {
      const { url, token, data, pid, close } = await startSluice(backendPort, { documents })
      try {
        const mint = await openTokenGenerator(data, token)
        const clients = Array.from({ length: applications }, (_, index) => `bench-${index}`)
        const file = await mint(tokens, clients)
        const stay = async () => {} // one gateway serves both subjects
        const headers = { authorization: `Bearer ${token}` }
        const many = { url, headers: {}, tokens: async () => file, repeatsTokens: true, pids: [pid], close: stay }
        const one = { url, headers, pids: [pid], close: stay }
        return await compare(
          `${tokens.toLocaleString('en')} tokens of ${applications.toLocaleString('en')} applications`,
          { name: 'Sluice', start: async () => many },
          [{ name: 'its own call with one token', target: 0.9, start: async () => one }],
          roundOptions,
        )
      } finally {
        await close()
      }
    })
  } finally {
    await rm(documents, { recursive: true })
  }
}
